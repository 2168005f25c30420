// The buzzer's notes as a square wave.

// Seconds by which notes are delayed. Several notes may arrive at once; the delay keeps their lengths.
const LATE = 0.05;
// Notes that are off by more than this, in seconds, follow a pause of the chip.
const PAUSE = 0.3;
const LOUDEST = 0.15;

export class Sound {
  constructor() {
    this.context = null;
    // The audio clock minus the chip's.
    this.ahead = NaN;
    // Browsers play sound only after the person has touched the page.
    for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, () => this.wake());
  }

  wake() {
    if (!this.context) {
      this.context = new AudioContext();
      this.tone = new OscillatorNode(this.context, { type: 'square' });
      this.volume = new GainNode(this.context, { gain: 0 });
      this.tone.connect(this.volume).connect(this.context.destination);
      this.tone.start();
    }
    if (this.context.state === 'suspended') this.context.resume();
  }

  // A note that begins at the chip's time `nanos`; 0 Hz is silence. A narrower pulse is quieter.
  play({ nanos, hertz, duty }) {
    if (!this.context) return;
    const now = this.context.currentTime;
    const begins = nanos / 1e9;
    if (!(Math.abs(begins + this.ahead - now) < PAUSE)) this.ahead = now + LATE - begins;
    const at = Math.max(now, begins + this.ahead);
    if (hertz > 0) this.tone.frequency.setValueAtTime(hertz, at);
    this.volume.gain.setValueAtTime(hertz > 0 ? LOUDEST * Math.sin(Math.PI * duty) : 0, at);
  }
}
