// What both pages share: the language, elements, and the files stored for use without a network.

import { LANGUAGES, TEXTS } from './texts.mjs';

const stored = localStorage.getItem('language');
const preferred = navigator.languages.map((tag) => tag.slice(0, 2));
const listeners = [];
let language = [stored, ...preferred].find((name) => LANGUAGES.includes(name)) ?? LANGUAGES[0];

export const find = (selector) => document.querySelector(selector);

export const pause = (milliseconds) => new Promise((over) => setTimeout(over, milliseconds));

// An element with these properties and children. `data` has its data attributes.
export function make(tag, { data = {}, ...properties } = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  Object.assign(element.dataset, data);
  element.append(...children);
  return element;
}

// A text in the chosen language; {name} is replaced by the value of that name.
export function text(name, values = {}) {
  const inLanguages = TEXTS[name];
  if (inLanguages === undefined) throw new Error(`there is no text ${name}`);
  return inLanguages[LANGUAGES.indexOf(language)].replace(/\{(\w+)\}/g, (_, value) => values[value]);
}

// Calls back now, and whenever the language changes.
export function inEveryLanguage(callback) {
  listeners.push(callback);
  callback();
}

function translate() {
  const { documentElement: root } = document;
  root.lang = language;
  for (const element of root.querySelectorAll('[data-text]')) {
    element.textContent = text(element.dataset.text);
  }
  for (const element of root.querySelectorAll('[data-label]')) {
    element.ariaLabel = text(element.dataset.label);
    if (element.matches('button')) element.title = text(element.dataset.label);
  }
  for (const button of root.querySelectorAll('[data-language]')) {
    button.ariaPressed = String(button.dataset.language === language);
  }
}

for (const button of document.querySelectorAll('[data-language]')) {
  button.addEventListener('click', () => {
    ({ language } = button.dataset);
    localStorage.setItem('language', language);
    listeners.forEach((listener) => listener());
  });
}
inEveryLanguage(translate);

// Shows a text in an element, or hides the element if there is no name. An unchanged text is not written again, so
// that screen readers do not repeat it.
export function say(element, name, values) {
  element.hidden = name === null;
  const sentence = name === null ? '' : text(name, values);
  if (element.textContent !== sentence) element.textContent = sentence;
}

// Stores the site for use without a network. Called when the page itself has loaded everything.
export async function keepForLater() {
  if (!('serviceWorker' in navigator)) return;
  const bar = find('#update');
  const hadOne = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (hadOne) location.reload();
  });
  const offer = (waiting) => {
    if (!waiting || !navigator.serviceWorker.controller) return;
    bar.hidden = false;
    bar.querySelector('button').onclick = () => waiting.postMessage('take over');
  };
  try {
    const url = new URL('service-worker.js', document.baseURI);
    const registration = await navigator.serviceWorker.register(url, { updateViaCache: 'none' });
    offer(registration.waiting);
    registration.addEventListener('updatefound', () => {
      const { installing } = registration;
      installing.addEventListener('statechange', () => {
        if (installing.state === 'installed') offer(registration.waiting);
      });
    });
    await navigator.serviceWorker.ready;
    document.documentElement.dataset.kept = 'yes';
  } catch {
    // Without the service worker the page needs a network.
  }
}
