// `npm start`: everything a fresh clone needs, then the server, on one port.
// PORT (8080) · DATA_DIR (./data) · DATABASE_URL (a PostgreSQL instead of the embedded one)
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildWhenStale, installPackages, requireNode, root } from './prepare.mjs';

requireNode();
installPackages();
buildWhenStale();

process.env.NODE_ENV ??= 'production';
process.env.PORT ??= '8080';
process.env.DATA_DIR ??= path.join(root, 'data');
// In this process, so that signals reach the server itself.
await import(pathToFileURL(path.join(root, 'dist/server/server.js')).href);
