// `npm run dev`: the page with hot reload on PORT (5173), and the server, rebuilt and
// restarted on every change, on CASELOAD_API_PORT (8081) behind its /api.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { build, createServer } from 'vite';
import { installPackages, requireNode, root } from './prepare.mjs';

requireNode();
installPackages();

const apiPort = process.env.CASELOAD_API_PORT ?? '8081';
process.env.CASELOAD_API ??= `http://127.0.0.1:${apiPort}`;

/** @type {import('node:child_process').ChildProcess | undefined} */
let server;

async function restartServer() {
  await stopServer();
  server = spawn(process.execPath, ['--enable-source-maps', path.join(root, 'dist/server/server.js')], {
    stdio: 'inherit',
    env: { DATA_DIR: path.join(root, 'data'), ...process.env, PORT: apiPort },
  });
}

/** The embedded database takes one process at a time, so the next waits for this one's end. */
async function stopServer() {
  const running = server;
  if (running === undefined || running.exitCode !== null) return;
  const ended = new Promise((resolve) => running.once('exit', resolve));
  running.kill('SIGTERM');
  await ended;
}

const watcher = await build({
  root,
  configFile: path.join(root, 'vite.server.config.ts'),
  logLevel: 'warn',
  build: { watch: {} },
});
if (!('on' in watcher)) throw new Error('Vite returned no watcher');
watcher.on('event', (event) => {
  if (event.code === 'END') void restartServer();
  if (event.code === 'ERROR') console.error(event.error);
});

const page = await createServer({
  root,
  configFile: path.join(root, 'vite.config.ts'),
  server: { port: Number(process.env.PORT ?? 5173) },
});
await page.listen();
page.printUrls();

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, async () => {
    await Promise.all([watcher.close(), page.close(), stopServer()]);
    process.exit(0);
  });
}
