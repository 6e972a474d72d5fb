// Compresses the files of the built page as small as they get, once, so that no server does it while people wait.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { root } from './prepare.mjs';

const COMPRESSIBLE = /\.(?:css|html|js|json|svg|webmanifest)$/;
const compress = promisify(brotliCompress);

const folder = path.join(root, 'dist/web');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  COMPRESSIBLE.test(file),
);
await Promise.all(
  files.map(async (file) => {
    const place = path.join(folder, file);
    writeFileSync(`${place}.br`, await compress(readFileSync(place)));
  }),
);
