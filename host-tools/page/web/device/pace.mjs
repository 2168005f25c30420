// Keeps simulated time in step with real time.

// Simulated time between two readings of the clock, in nanoseconds.
const SLICE = 4e6;
// Real time until other messages are handled, in milliseconds.
const TURN = 12;
// A slow computer does not catch up on more than this, in nanoseconds.
const LAG = 100e6;
// The shortest sleep in milliseconds. While a picture is sent to the display the chip wakes for every byte; the worker
// sleeps longer.
const NAP = 8;
// When nothing was touched for so many milliseconds, the worker sleeps for two of the chip's ticks.
const CALM = 2000;
const CALM_NAP = 66;
// Milliseconds between two reports of the speed.
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
    // A message to oneself arrives without delay, but after the messages that wait.
    this.channel = new MessageChannel();
    this.channel.port1.onmessage = () => this.turn();
  }

  // To be called when the board has been switched on.
  start() {
    this.running = true;
    this.touched = performance.now();
    this.align();
    this.schedule(0);
  }

  // To be called when it has been switched off.
  stop() {
    this.running = false;
    this.schedule(Infinity);
  }

  // Stops simulated time.
  pause() {
    if (this.running && !this.paused) this.catchUp();
    this.paused = true;
    this.schedule(Infinity);
  }

  // To be called when a button has been moved or the page is visible again.
  wake() {
    this.touched = performance.now();
    if (this.running && this.paused) this.align();
    this.paused = false;
    if (this.running) this.schedule(0);
  }

  // Makes the board's time the present, and measures its speed from here.
  align() {
    this.zero = performance.now() - this.board.clock.nanos / 1e6;
    this.count();
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
    // A message that was posted before the turn was scheduled anew is ignored.
    if (!this.running || this.paused || (this.timer === null && !this.posted)) return;
    this.posted = false;
    this.turns++;
    this.catchUp();
    this.look();
    if (!this.running) return;
    this.report();
    const { board } = this;
    if (this.behind() > SLICE) return this.schedule(0);
    const idle = board.mcu.core.waiting || board.halted;
    const sleep = idle ? (board.clock.next - board.clock.nanos - this.behind()) / 1e6 : 0;
    const calm = idle && performance.now() - this.touched > CALM;
    this.schedule(Math.max(sleep, calm ? CALM_NAP : NAP));
  }

  // Runs until the present, or until the turn is over.
  catchUp() {
    const { board } = this;
    const end = performance.now() + TURN;
    for (let behind = this.behind(); behind > 0 && board.mcu; behind = this.behind()) {
      if (behind > LAG) this.zero += (behind - LAG) / 1e6;
      if (performance.now() >= end) break;
      board.run(Math.min(behind, SLICE));
    }
  }

  count() {
    this.since = { real: performance.now(), simulated: this.board.clock.nanos };
  }

  // Once a second: how fast the board was.
  report() {
    const real = performance.now() - this.since.real;
    if (real < SECOND) return;
    postMessage({ speed: (this.board.clock.nanos - this.since.simulated) / 1e6 / real });
    this.count();
  }
}
