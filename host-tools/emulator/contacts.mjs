// The buttons' contacts, which may bounce.

import { Random } from './random.mjs';

const LONGEST_NANOS = 10e6;
const SHORTEST_NANOS = 5e6;

export class Contacts {
  // `set(pin, high)` changes a level now.
  constructor(clock, set) {
    this.clock = clock;
    this.set = set;
    this.bounces = false;
    this.random = new Random(0x1234567);
    this.moves = new Map(); // pin -> alarms of its bounces
  }

  // A button is pressed or released. Its contact bounces after that.
  move(pin, high) {
    for (const alarm of this.moves.get(pin) ?? []) alarm.cancel();
    this.set(pin, high);
    if (!this.bounces) return;
    const duration = SHORTEST_NANOS + this.random.fraction() * (LONGEST_NANOS - SHORTEST_NANOS);
    const edges = 2 * (1 + Math.floor(this.random.fraction() * 5));
    const times = Array.from({ length: edges }, () => this.random.fraction() * duration).sort((a, b) => a - b);
    const alarms = times.map((time, i) => {
      const alarm = this.clock.createAlarm(() => this.set(pin, i % 2 === 0 ? !high : high));
      alarm.schedule(time);
      return alarm;
    });
    this.moves.set(pin, alarms);
  }

  // Interference on an open contact's wire: low for a few nanoseconds, less than an instruction takes.
  glitch(pin) {
    this.set(pin, false);
    this.set(pin, true);
  }
}
