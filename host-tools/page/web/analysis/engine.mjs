// Asks the worker, and waits for its answers.

import { Refused } from './refused.mjs';

export class Engine {
  // `hear` is told of the image: its progress, and what became of it.
  constructor(hear) {
    this.worker = new Worker(new URL('./worker.mjs', import.meta.url), { type: 'module' });
    this.waiting = new Map();
    this.last = 0;
    this.opened = new Promise((opened) => (this.open = opened));
    this.worker.addEventListener('message', ({ data }) => {
      if (data.image) this.open(data.image);
      if (data.id === undefined) hear(data);
      else this.waiting.get(data.id)?.(data);
    });
    this.worker.addEventListener('error', () => hear({ image: 'failed' }));
  }

  post(message, take) {
    const id = ++this.last;
    this.waiting.set(id, (data) => {
      if (data.done) this.waiting.delete(id);
      take(data);
    });
    this.worker.postMessage({ id, ...message });
    return id;
  }

  // The lines of the answer; throws a sentence.
  ask(...fields) {
    return new Promise((done, failed) => {
      this.post({ fields }, ({ lines }) => {
        if (lines[0]?.[0] === 'error') failed(new Refused(lines[0][1]));
        else done(lines);
      });
    });
  }

  // The field after the name in a line of that name.
  async askFor(name, ...fields) {
    return (await this.ask(...fields)).find(([found]) => found === name)?.[1];
  }

  // Calls back with every move's verdict, again and again until they are exact: a Map from USI to a
  // number of plies, or to won, draw, lost. Another analysis ends this one.
  analyse(sfen, found) {
    const verdicts = new Map();
    const mine = this.post({ analyse: true, sfen }, ({ lines, done }) => {
      if (mine !== this.analysing) return;
      for (const [what, move, verdict] of lines) {
        if (what !== 'move' || verdict === '?') continue;
        verdicts.set(move, /^-?\d+$/.test(verdict) ? Number(verdict) : verdict);
      }
      found(verdicts, done);
    });
    this.analysing = mine;
  }

  rest() {
    this.analysing = null;
    this.worker.postMessage({ rest: true });
  }
}
