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

export default [
  {
    name: 'scripts and styles of /login',
    path: filesFor([...start, ...login])
      .filter((file) => /\.(js|css)$/.test(file))
      .map((file) => `dist/web/${file}`),
    limit: '130 kB',
    brotli: true,
  },
  { name: 'the typeface', path: 'dist/web/assets/*.woff2', limit: '40 kB', brotli: false },
];
