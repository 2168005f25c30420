// Mouse, touch, keyboard and gamepad as fingers on the six buttons.

// Milliseconds of a press by a screen reader, or by Enter on a focused button.
const TAP = 60;

// The standard gamepad's buttons by their number, and the axes of its first stick.
const PAD = { 0: 'A', 1: 'B', 12: 'Up', 13: 'Down', 14: 'Left', 15: 'Right' };
const STICK = [['Left', 'Right'], ['Up', 'Down']];
const TILTED = 0.5;

export class Fingers {
  // `move(button, down)` is called when the first finger touches a button and when the last one leaves it.
  constructor(elements, move) {
    this.move = move;
    this.fingers = new Map();
    this.elements = new Map();
    for (const element of elements) {
      const { button } = element.dataset;
      this.elements.set(button, element);
      this.fingers.set(button, new Set());
      this.listen(element, button);
    }
    addEventListener('keydown', (event) => this.key(event, true));
    addEventListener('keyup', (event) => this.key(event, false));
    addEventListener('blur', () => this.releaseAll());
    // A clicked button loses the focus, so that Enter is button A again.
    addEventListener('click', ({ detail, target }) => detail !== 0 && target.closest('button')?.blur());
    addEventListener('gamepadconnected', () => this.watchPads());
  }

  press(button, finger) {
    const fingers = this.fingers.get(button);
    if (fingers.has(finger)) return;
    fingers.add(finger);
    if (fingers.size > 1) return;
    this.elements.get(button).classList.add('down');
    this.move(button, true);
  }

  release(button, finger) {
    const fingers = this.fingers.get(button);
    if (!fingers.delete(finger) || fingers.size > 0) return;
    this.elements.get(button).classList.remove('down');
    this.move(button, false);
  }

  releaseAll() {
    for (const [button, fingers] of this.fingers) for (const finger of [...fingers]) this.release(button, finger);
  }

  listen(element, button) {
    element.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      element.setPointerCapture(event.pointerId);
      this.press(button, event.pointerId);
    });
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) {
      element.addEventListener(end, ({ pointerId }) => this.release(button, pointerId));
    }
    element.addEventListener('contextmenu', (event) => event.preventDefault());
    element.addEventListener('click', ({ detail }) => {
      if (detail !== 0) return;
      this.press(button, 'click');
      setTimeout(() => this.release(button, 'click'), TAP);
    });
  }

  key(event, down) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const button = KEYS[event.key]; // KEYS is defined by build.mjs
    // The focused element keeps its own keys.
    const isOwn = event.target.closest?.('button, a, summary') && ['Enter', ' '].includes(event.key);
    if (!button || isOwn || event.target.closest?.('dialog')) return;
    if (event.target.closest?.('#log') && event.key.startsWith('Arrow')) return;
    event.preventDefault();
    if (!down) this.release(button, event.key);
    else if (!event.repeat) this.press(button, event.key);
  }

  // Gamepads send no events for their buttons, so they are read with every frame while one is connected.
  watchPads() {
    if (this.watching) return;
    this.watching = true;
    const readPads = () => {
      const pads = navigator.getGamepads().filter((pad) => pad !== null);
      this.watching = pads.length > 0;
      if (this.watching) requestAnimationFrame(readPads);
      const held = new Set();
      for (const { buttons, axes } of pads) {
        for (const [number, button] of Object.entries(PAD)) if (buttons[number]?.pressed) held.add(button);
        STICK.forEach(([less, more], axis) => {
          if (axes[axis] < -TILTED) held.add(less);
          if (axes[axis] > TILTED) held.add(more);
        });
      }
      for (const button of this.fingers.keys()) {
        if (held.has(button)) this.press(button, 'pad');
        else this.release(button, 'pad');
      }
    };
    requestAnimationFrame(readPads);
  }
}
