// Serves a folder of static files on this computer: node serve.mjs FOLDER.

import { createReadStream, realpathSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
};

// Documents contain their policy, workers receive it with their file: the chip's translates code, the analysis
// board's compiles WebAssembly, and neither may load anything from another origin.
const SELF = "default-src 'none'; connect-src 'self'; script-src 'self'";
const POLICIES = {
  '/device/worker.mjs': `${SELF} 'unsafe-eval'`,
  '/analysis/worker.mjs': `${SELF} 'wasm-unsafe-eval'`,
  '/service-worker.js': SELF,
};

// Serves a folder below a path; port 0 is any free one. Returns the server and its address.
export function serve(folder, { port = 0, below = '/' } = {}) {
  const root = realpathSync(folder);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const name = `/${decodeURIComponent(pathname.slice(below.length))}`;
    const path = join(root, name.endsWith('/') ? `${name}index.html` : name);
    const file = path.startsWith(root + sep) ? statSync(path, { throwIfNoEntry: false }) : undefined;
    if (!pathname.startsWith(below) || !file?.isFile()) return response.writeHead(404).end();
    response.writeHead(200, {
      'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
      'Content-Length': file.size,
      'Cache-Control': 'no-cache',
      'X-Content-Type-Options': 'nosniff',
      ...(POLICIES[name] && { 'Content-Security-Policy': POLICIES[name] }),
    });
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
  const [folder] = process.argv.slice(2);
  const { address } = await serve(folder, { port: 8000 }).catch(() => serve(folder));
  console.log(`The page is at ${address}; press Ctrl-C to end.`);
}
