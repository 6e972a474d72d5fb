import { readFileSync } from 'node:fs';

/** @type {Record<string, { file: string, imports?: string[], css?: string[] }>} */
const manifest = JSON.parse(readFileSync(new URL('dist/web/.vite/manifest.json', import.meta.url), 'utf8'));

/** All files that the page with these parts loads before it is usable. @param {string[]} parts */
function filesFor(parts) {
  const seen = new Set(parts);
  for (const part of seen) for (const needed of manifest[part]?.imports ?? []) seen.add(needed);
  return [
    ...new Set([...seen].flatMap((part) => [manifest[part]?.file ?? part, ...(manifest[part]?.css ?? [])])),
  ];
}

const page = readFileSync(new URL('dist/web/index.html', import.meta.url), 'utf8');
const start = Object.keys(manifest).filter((part) => page.includes(manifest[part]?.file ?? part));
const login = Object.keys(manifest).filter((part) => /^src\/routes\/(_[\w-]+\/)?login\.tsx/.test(part));

/** What the login page of the HTML loads: the app comes after its first paint. */
const loginPage = readFileSync(new URL('dist/web/login.html', import.meta.url), 'utf8');
const beforePaint = [...loginPage.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(([, file]) => file);

export default [
  {
    name: '/login until it can be used',
    path: ['login.html', ...beforePaint].map((file) => `dist/web/${file}`),
    limit: '60 kB',
    brotli: true,
  },
  {
    name: 'the app behind /login, after the first paint',
    path: filesFor([...start, ...login])
      .filter((file) => /\.(js|css)$/.test(file))
      .map((file) => `dist/web/${file}`),
    // 130 kB until small files stopped being merged: decision 605.
    limit: '131 kB',
    brotli: true,
  },
  // With the schemas of calls, which only the server needs, it would have 110 kB.
  { name: 'the service worker', path: 'dist/web/worker.js', limit: '95 kB', brotli: true },
  { name: 'the typeface', path: 'dist/web/assets/*.woff2', limit: '40 kB', brotli: false },
];
