// Simulated time in step with time on the wall.

// Simulated time between two looks at the clock, in nanoseconds.
const SLICE = 4e6;
// Real time before messages get their turn, in milliseconds.
const TURN = 12;
// What a slow computer has fallen behind by more than this is given up, in nanoseconds.
const LAG = 100e6;
// The shortest sleep, in milliseconds: a picture on its way to the display wakes the chip for every
// byte, and need not wake us.
const NAP = 8;
// When nobody has touched anything for so long, the chip's ticks are done two at a time.
const CALM = 2000;
const CALM_NAP = 66;
// How often the speed is told.
const SECOND = 1000;

export class Pace {
  // `look` is called after every turn.
  constructor(board, look) {
    this.board = board;
    this.look = look;
    this.running = false;
    this.paused = false;
    this.timer = null;
    this.turns = 0;
    this.touched = 0;
    // A message to oneself comes back at once, after those that wait.
    this.channel = new MessageChannel();
    this.channel.port1.onmessage = () => this.turn();
  }

  // The board has been switched on.
  start() {
    this.running = true;
    this.touched = performance.now();
    this.align();
    this.count();
    this.schedule(0);
  }

  // It has been switched off.
  stop() {
    this.running = false;
    this.schedule(Infinity);
  }

  // Nobody looks: time stands still.
  pause() {
    if (this.running && !this.paused) this.catchUp();
    this.paused = true;
    this.schedule(Infinity);
  }

  // Something has happened to the board, or somebody looks again.
  wake() {
    this.touched = performance.now();
    if (!this.running) {
      this.paused = false;
      return;
    }
    if (this.paused) {
      this.paused = false;
      this.align();
      this.count();
    }
    this.schedule(0);
  }

  // From now on the present moment of the board is the present moment.
  align() {
    this.zero = performance.now() - this.board.clock.nanos / 1e6;
  }

  // How far the board is behind, in nanoseconds.
  behind() {
    return (performance.now() - this.zero) * 1e6 - this.board.clock.nanos;
  }

  schedule(milliseconds) {
    clearTimeout(this.timer);
    this.timer = null;
    this.posted = milliseconds === 0;
    if (this.posted) this.channel.port2.postMessage(null);
    else if (milliseconds < Infinity) this.timer = setTimeout(() => this.turn(), milliseconds);
  }

  turn() {
    // Of several messages to oneself, or one that was overtaken, the last counts.
    if (!this.running || this.paused || (this.timer === null && !this.posted)) return;
    this.posted = false;
    this.turns++;
    this.catchUp();
    this.look();
    if (!this.running) return;
    this.tell();
    const { board } = this;
    if (this.behind() > SLICE) return this.schedule(0);
    const idle = board.mcu.core.waiting || board.halted;
    const sleep = idle ? (board.clock.next - board.clock.nanos - this.behind()) / 1e6 : 0;
    const calm = idle && performance.now() - this.touched > CALM;
    this.schedule(Math.max(sleep, calm ? CALM_NAP : NAP));
  }

  // Runs until now, or until the turn is over.
  catchUp() {
    const { board } = this;
    const end = performance.now() + TURN;
    for (let behind = this.behind(); behind > 0 && board.mcu; behind = this.behind()) {
      if (behind > LAG) this.zero += (behind - LAG) / 1e6;
      const from = { real: performance.now(), simulated: board.clock.nanos, cycles: board.mcu.core.cycles };
      if (from.real >= end) break;
      board.run(Math.min(behind, SLICE));
      const real = performance.now() - from.real;
      const simulated = board.clock.nanos - from.simulated;
      // Slices in which the core had no rest say how fast it could go.
      const worked = board.mcu && (board.mcu.core.cycles - from.cycles) * board.clock.nanosPerCycle;
      if (worked > 0.95 * simulated) {
        this.busy.real += real;
        this.busy.simulated += simulated;
      }
    }
  }

  count() {
    this.since = { real: performance.now(), simulated: this.board.clock.nanos };
    this.busy = { real: 0, simulated: 0 };
  }

  // Once a second: how fast the board was, and how fast it could have been while it was busy.
  tell() {
    const real = performance.now() - this.since.real;
    if (real < SECOND) return;
    const speed = (this.board.clock.nanos - this.since.simulated) / 1e6 / real;
    const { busy } = this;
    const could = busy.real > 20 ? busy.simulated / 1e6 / busy.real : null;
    postMessage({ speed, could, busy: busy.simulated / 1e6 / real });
    this.count();
  }
}
