// What both pages share: the language, and the files kept for later.

import { TEXTS } from './texts.mjs';

const LANGUAGES = Object.keys(TEXTS);
const kept = localStorage.getItem('language');
const preferred = navigator.languages.map((tag) => tag.slice(0, 2));

export let language =
  [kept, ...preferred].find((name) => LANGUAGES.includes(name)) ?? LANGUAGES[0];
const listeners = [];

// A text in the person's language; {name} is replaced by the value of that name.
export function text(name, values = {}) {
  const found = TEXTS[language][name] ?? TEXTS.en[name];
  if (found === undefined) throw new Error(`there is no text ${name}`);
  return found.replace(/\{(\w+)\}/g, (_, value) => values[value]);
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

// A sentence for the person, or none. What it says already is not said again.
export function say(element, name, values) {
  element.hidden = name === null;
  const sentence = name === null ? '' : text(name, values);
  if (element.textContent !== sentence) element.textContent = sentence;
}

// Keeps the site for when there is no network. Called when the page has what it needs itself.
export async function keepForLater() {
  if (!('serviceWorker' in navigator)) return;
  const bar = document.querySelector('#update');
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
    // Without it the page works all the same, with a network.
  }
}
