// Simulated time. The core's cycle counter is the clock while the core runs; while it waits, time
// is moved on to the next alarm at once.

class Alarm {
  constructor(clock, callback) {
    this.clock = clock;
    this.callback = callback;
    this.nanos = 0;
    this.ofChip = false;
  }
  schedule(delta) {
    this.cancel();
    this.clock.link(this, delta);
  }
  cancel() {
    const place = this.clock.alarms.indexOf(this);
    if (place >= 0) this.clock.alarms.splice(place, 1);
  }
}

// What rp2040js expects of a clock, without a call for every instruction.
export class Clock {
  constructor() {
    this.nanosPerCycle = 8;
    // The core executes instructions up to this cycle.
    this.deadline = 0;
    this.limit = 0;
    this.core = { cycles: 0 };
    this.start(this.core, 0);
  }

  // A core begins to run at this time; nothing is due yet.
  start(core, nanos) {
    this.core = core;
    this.base = nanos;
    this.baseCycles = core.cycles;
    this.alarms = []; // The next one is last.
    this.stood = 0;
    this.still = null;
  }

  // The chip's own time, which stands still while its oscillators do.
  get chip() {
    const clock = this;
    return {
      get nanos() {
        return clock.nanos - clock.stood;
      },
      get micros() {
        return this.nanos / 1000;
      },
      createAlarm(callback) {
        const alarm = clock.createAlarm(callback);
        alarm.ofChip = true;
        return alarm;
      },
    };
  }

  // The chip's oscillators stop. Its alarms keep what is left to them.
  stop() {
    const now = this.nanos;
    const waiting = this.alarms.filter((alarm) => alarm.ofChip);
    this.alarms = this.alarms.filter((alarm) => !alarm.ofChip);
    this.still = { since: now, waiting: waiting.map((alarm) => [alarm, alarm.nanos - now]) };
    this.interrupt();
  }

  // They run again.
  resume() {
    const { since, waiting } = this.still;
    this.stood += this.nanos - since;
    this.still = null;
    for (const [alarm, left] of waiting) alarm.schedule(left);
  }

  get nanos() {
    return this.base + (this.core.cycles - this.baseCycles) * this.nanosPerCycle;
  }
  get micros() {
    return this.nanos / 1000;
  }
  createAlarm(callback) {
    return new Alarm(this, callback);
  }
  get next() {
    return this.alarms.length ? this.alarms[this.alarms.length - 1].nanos : Infinity;
  }

  link(alarm, delta) {
    alarm.nanos = this.nanos + delta;
    let place = this.alarms.length;
    while (place > 0 && this.alarms[place - 1].nanos <= alarm.nanos) place--;
    this.alarms.splice(place, 0, alarm);
    this.plan();
  }

  // The core may run until the next alarm, or the end of this run.
  plan() {
    const until = Math.min(this.next, this.limit);
    this.deadline = this.baseCycles + Math.ceil((until - this.base) / this.nanosPerCycle);
  }

  // Ends the run after this instruction.
  interrupt() {
    this.limit = 0;
    this.deadline = 0;
  }

  setFrequency(hertz) {
    this.base = this.nanos;
    this.baseCycles = this.core.cycles;
    this.nanosPerCycle = 1e9 / hertz;
    this.plan();
  }

  // Time passes although the core executes nothing.
  moveTo(nanos) {
    this.base = nanos;
    this.baseCycles = this.core.cycles;
  }

  // Somebody waits for the next alarm, and does nothing else.
  skip() {
    this.moveTo(Math.max(this.nanos, Math.min(this.next, this.limit)));
    this.plan();
  }

  // Calls whatever is due by now, until one of them ends the run: a watchdog that bites arms its
  // timer again at once, and the core it would reset may never move time on.
  ring() {
    const now = this.nanos;
    while (this.limit > 0 && this.next <= now) this.alarms.pop().callback();
  }
}
