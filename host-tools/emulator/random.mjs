// Pseudo-random numbers by xorshift, the same in every run.
export class Random {
  constructor(seed) {
    this.state = seed;
  }

  // 32 bits, as a signed number.
  bits() {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return this.state;
  }

  // From 0 to 1.
  fraction() {
    return (this.bits() >>> 0) / 2 ** 32;
  }
}
