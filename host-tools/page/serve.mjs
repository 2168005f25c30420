// Shows a folder of static files on this computer: node serve.mjs FOLDER [PORT].

import { createReadStream, realpathSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const KINDS = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
};

// Documents bring their policy along. A worker's comes with its file: the chip's translates code, the
// board's compiles WebAssembly, and neither may load anything from elsewhere.
const SELF = "default-src 'none'; connect-src 'self'; script-src 'self'";
const POLICIES = {
  '/device/worker.mjs': `${SELF} 'unsafe-eval'`,
  '/analysis/worker.mjs': `${SELF} 'wasm-unsafe-eval'`,
  '/service-worker.js': SELF,
};

// Serves a folder below a path, on any free port unless one is named; gives its address.
export function serve(folder, { port = 0, below = '/' } = {}) {
  const root = realpathSync(resolve(folder));
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const refuse = (code) => response.writeHead(code).end();
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405);
    if (!pathname.startsWith(below)) return refuse(404);
    const name = `/${decodeURIComponent(pathname.slice(below.length))}`;
    const path = join(root, name.endsWith('/') ? `${name}index.html` : name);
    if (!path.startsWith(root + sep)) return refuse(404);
    const file = statSync(path, { throwIfNoEntry: false });
    if (!file?.isFile()) return refuse(404);
    const tag = `"${file.size}-${file.mtimeMs}"`;
    const headers = {
      'Content-Type': KINDS[extname(path)] ?? 'application/octet-stream',
      'Cache-Control': 'no-cache',
      'X-Content-Type-Options': 'nosniff',
      ETag: tag,
    };
    if (POLICIES[name]) headers['Content-Security-Policy'] = POLICIES[name];
    if (request.headers['if-none-match'] === tag) return response.writeHead(304, headers).end();
    response.writeHead(200, { ...headers, 'Content-Length': file.size });
    if (request.method === 'HEAD') return response.end();
    createReadStream(path).pipe(response);
  });
  return new Promise((done, failed) => {
    server.on('error', failed);
    server.listen(port, '127.0.0.1', () => {
      done({ server, address: `http://127.0.0.1:${server.address().port}${below}` });
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, port] = process.argv.slice(2);
  const { address } = await serve(folder, { port: Number(port ?? 8000) }).catch(() => serve(folder));
  console.log(`The page is at ${address}; Ctrl-C ends it.`);
}
