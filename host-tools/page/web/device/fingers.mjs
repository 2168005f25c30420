// Mouse, touch, keyboard and gamepad, all as fingers on the six buttons.

import { KEYS } from 'made:keys';

// A press by a screen reader or by Enter on a focused button has no length of its own.
const TAP = 60;

// The standard gamepad's buttons, by their number, and its first stick.
const PAD = { 0: 'A', 1: 'B', 12: 'Up', 13: 'Down', 14: 'Left', 15: 'Right' };
const STICK = [
  ['Left', 'Right'],
  ['Up', 'Down'],
];
const TILTED = 0.5;

export class Fingers {
  // `move(button, down)` is called when the first finger comes to a button and when the last leaves.
  constructor(elements, move) {
    this.move = move;
    this.on = new Map();
    this.elements = new Map();
    for (const element of elements) {
      this.elements.set(element.dataset.button, element);
      this.touch(element);
    }
    addEventListener('keydown', (event) => this.key(event, true));
    addEventListener('keyup', (event) => this.key(event, false));
    addEventListener('blur', () => this.letGo());
    // A switch that was clicked does not stay in the way of the keys.
    addEventListener('click', ({ detail, target }) => detail !== 0 && target.closest('button')?.blur());
    addEventListener('gamepadconnected', () => this.watchPads());
  }

  press(button, finger) {
    const fingers = this.on.get(button) ?? new Set();
    this.on.set(button, fingers);
    if (fingers.has(finger)) return;
    fingers.add(finger);
    if (fingers.size > 1) return;
    this.elements.get(button).classList.add('down');
    this.move(button, true);
  }

  release(button, finger) {
    const fingers = this.on.get(button);
    if (!fingers?.delete(finger) || fingers.size > 0) return;
    this.elements.get(button).classList.remove('down');
    this.move(button, false);
  }

  letGo() {
    for (const [button, fingers] of this.on) for (const finger of [...fingers]) this.release(button, finger);
  }

  touch(element) {
    const { button } = element.dataset;
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
    const button = KEYS[event.key];
    // What has the focus keeps its own keys.
    const own = event.target.closest?.('button, a, summary') && ['Enter', ' '].includes(event.key);
    if (!button || own || event.target.closest?.('dialog')) return;
    if (event.target.closest?.('#log') && event.key.startsWith('Arrow')) return;
    event.preventDefault();
    if (!down) this.release(button, event.key);
    else if (!event.repeat) this.press(button, event.key);
  }

  // Gamepads tell nothing by themselves; they are asked with every picture, while there are any.
  watchPads() {
    if (this.watching) return;
    this.watching = true;
    const look = () => {
      const pads = navigator.getGamepads().filter((pad) => pad !== null);
      this.watching = pads.length > 0;
      if (this.watching) requestAnimationFrame(look);
      const held = new Set();
      for (const { buttons, axes } of pads) {
        for (const [number, button] of Object.entries(PAD)) if (buttons[number]?.pressed) held.add(button);
        STICK.forEach(([less, more], axis) => {
          if (axes[axis] < -TILTED) held.add(less);
          if (axes[axis] > TILTED) held.add(more);
        });
      }
      for (const button of Object.values(PAD)) {
        if (held.has(button)) this.press(button, 'pad');
        else this.release(button, 'pad');
      }
    };
    requestAnimationFrame(look);
  }
}
