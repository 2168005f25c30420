// Requests to the worker that has the solved game, and its answers.

// A request that was refused. The message is a part of a sentence for the person.
export class Refused extends Error {}

export class Engine {
  // `hear` is called with the messages about the image: its progress, and whether it is ready.
  constructor(hear) {
    this.worker = new Worker(new URL('./worker.mjs', import.meta.url), { type: 'module' });
    this.waiting = new Map();
    this.last = 0;
    this.worker.onmessage = ({ data }) => {
      if (data.id === undefined) hear(data);
      else this.waiting.get(data.id)?.(data);
    };
    this.worker.onerror = () => hear({ image: 'failed' });
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

  // The lines of the answer. Throws `Refused`.
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

  // Calls back with the verdicts of all moves repeatedly, until they are exact: a Map from USI to a number of
  // plies or to won, draw or lost. A new analysis ends the one before.
  analyse(sfen, found) {
    const verdicts = new Map();
    const id = this.post({ analyse: true, sfen }, ({ lines, done }) => {
      if (id !== this.analysing) return;
      for (const [what, move, verdict] of lines) {
        if (what !== 'move' || verdict === '?') continue;
        verdicts.set(move, /^-?\d+$/.test(verdict) ? Number(verdict) : verdict);
      }
      found(verdicts, done);
    });
    this.analysing = id;
  }

  rest() {
    this.analysing = null;
    this.worker.postMessage({ rest: true });
  }
}
