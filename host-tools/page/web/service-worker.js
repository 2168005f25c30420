// Stores every file of the site, so that it opens without a network.
//
// Files are stored under their name and checksum. A new version fetches the files that have changed, and is installed
// only when all of them have arrived undamaged. It becomes active when the person accepts it or when no page of the old
// version is open, and then deletes the files it does not need.

const FILES = {}; // the files
const KEPT = 'dobutsu-files';

const place = (name) => new URL(name, registration.scope);
const key = (name) => `${place(name)}?sum=${FILES[name]}`;

async function sumOf(bytes) {
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest, 0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function fetchMissing() {
  const cache = await caches.open(KEPT);
  const missing = [];
  for (const name of Object.keys(FILES)) if (!(await cache.match(key(name)))) missing.push(name);
  const fetchOne = async (name) => {
    const response = await fetch(place(name), { cache: 'no-cache' });
    const bytes = await response.clone().arrayBuffer();
    if (!response.ok || (await sumOf(bytes)) !== FILES[name]) throw new Error(`${name} is damaged`);
    await cache.put(key(name), response);
  };
  await Promise.all(missing.map(fetchOne));
}

async function dropOthers() {
  const cache = await caches.open(KEPT);
  const wanted = new Set(Object.keys(FILES).map(key));
  for (const { url } of await cache.keys()) if (!wanted.has(url)) await cache.delete(url);
  await clients.claim();
}

async function answer(request, name) {
  const cache = await caches.open(KEPT);
  return (await cache.match(key(name))) ?? fetch(request);
}

addEventListener('install', (event) => event.waitUntil(fetchMissing()));
addEventListener('activate', (event) => event.waitUntil(dropOthers()));
addEventListener('message', ({ data }) => {
  if (data === 'take over') skipWaiting();
});
addEventListener('fetch', (event) => {
  const { request } = event;
  const [url] = request.url.split(/[?#]/);
  if (request.method !== 'GET' || !url.startsWith(registration.scope)) return;
  const name = url.slice(registration.scope.length) || 'index.html';
  if (Object.hasOwn(FILES, name)) event.respondWith(answer(request, name));
});
