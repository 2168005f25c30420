// The buttons' contacts: metal that springs back a few times before it stays, if it is told to.

const LONGEST_NANOS = 10e6;
const SHORTEST_NANOS = 5e6;

export class Contacts {
  // `set(pin, high)` changes a level now.
  constructor(clock, set) {
    this.clock = clock;
    this.set = set;
    this.bounces = false;
    this.random = 0x1234567;
    this.moves = new Map(); // pin -> what the contact still has to do
  }

  chance(below) {
    this.random ^= this.random << 13;
    this.random ^= this.random >>> 17;
    this.random ^= this.random << 5;
    return ((this.random >>> 0) / 2 ** 32) * below;
  }

  // A finger pushes or lets go: at once, and with the contact's own movements after it.
  move(pin, high) {
    for (const alarm of this.moves.get(pin) ?? []) alarm.cancel();
    this.set(pin, high);
    if (!this.bounces) return;
    const lasts = SHORTEST_NANOS + this.chance(LONGEST_NANOS - SHORTEST_NANOS);
    const edges = 2 * (1 + Math.floor(this.chance(5)));
    const times = Array.from({ length: edges }, () => this.chance(lasts)).sort((a, b) => a - b);
    const alarms = times.map((time, i) => {
      const alarm = this.clock.createAlarm(() => this.set(pin, i % 2 === 0 ? !high : high));
      alarm.schedule(time);
      return alarm;
    });
    this.moves.set(pin, alarms);
  }

  // What a neighbouring wire does to an open contact: low for a few nanoseconds, less than any
  // instruction takes.
  glitch(pin) {
    this.set(pin, false);
    this.set(pin, true);
  }
}
