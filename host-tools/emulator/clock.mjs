// Simulated time. While the core runs, its cycle counter is the clock; while it waits, time advances to the next alarm at
// once.

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
    this.clock.alarms = this.clock.alarms.filter((alarm) => alarm !== this);
  }
}

// A clock as rp2040js requires it, without a call for every instruction.
export class Clock {
  constructor() {
    this.nanosPerCycle = 8;
    // The core executes instructions up to this cycle.
    this.deadline = 0;
    this.limit = 0;
    this.core = { cycles: 0 };
    this.start(this.core, 0);
  }

  // Starts a core at this time, without alarms.
  start(core, nanos) {
    this.core = core;
    this.base = nanos;
    this.baseCycles = core.cycles;
    this.alarms = []; // The next one is last.
    this.stood = 0;
    this.still = null;
  }

  // The chip's own time, which stops with its oscillators.
  get chip() {
    const clock = this;
    return {
      get nanos() {
        return clock.nanos - clock.stood;
      },
      createAlarm(callback) {
        const alarm = clock.createAlarm(callback);
        alarm.ofChip = true;
        return alarm;
      },
    };
  }

  // Stops the chip's oscillators. Its alarms keep their remaining time.
  stop() {
    const now = this.nanos;
    const waiting = this.alarms.filter((alarm) => alarm.ofChip);
    this.alarms = this.alarms.filter((alarm) => !alarm.ofChip);
    this.still = { since: now, waiting: waiting.map((alarm) => [alarm, alarm.nanos - now]) };
    this.interrupt();
  }

  // Starts the oscillators again.
  resume() {
    const { since, waiting } = this.still;
    this.stood += this.nanos - since;
    this.still = null;
    for (const [alarm, left] of waiting) alarm.schedule(left);
  }

  get nanos() {
    return this.base + (this.core.cycles - this.baseCycles) * this.nanosPerCycle;
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

  // Lets the core run until the next alarm, or the end of this run.
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

  // Lets time pass although the core executes nothing.
  moveTo(nanos) {
    this.base = nanos;
    this.baseCycles = this.core.cycles;
  }

  // Advances to the next alarm, for a core that only waits for it.
  skip() {
    this.moveTo(Math.max(this.nanos, Math.min(this.next, this.limit)));
    this.plan();
  }

  // Calls the alarms that are due, until one of them ends the run: a watchdog that fires arms its timer again at once, and
  // the core that it resets may not let time pass.
  ring() {
    const now = this.nanos;
    while (this.limit > 0 && this.next <= now) this.alarms.pop().callback();
  }
}
