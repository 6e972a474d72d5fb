// Draws the app's icons from one list of shapes: as SVG text and as PNG files that
// the build emits, so that no binary file is kept and the two never differ.
import { crc32, deflateSync } from 'node:zlib';

const accent = '#006071';
const paper = '#ffffff';

/**
 * The mark, a day's strip of sessions with the present one standing out, on a
 * square of 512. All of it lies in the inner 60 %, which every mask leaves whole.
 *
 * @typedef {{ x: number, y: number, width: number, height: number, radius: number, opacity: number }} Bar
 * @type {readonly Bar[]}
 */
const bars = [
  { x: 128, y: 132, width: 176, height: 64, radius: 32, opacity: 0.72 },
  { x: 128, y: 224, width: 256, height: 64, radius: 32, opacity: 1 },
  { x: 128, y: 316, width: 112, height: 64, radius: 32, opacity: 0.72 },
];

/** Corner radius of the tile on the square of 512; a maskable icon fills the square. */
const tileRadius = 112;

/** @returns {string} */
export function iconSvg() {
  const rects = bars
    .map(
      ({ x, y, width, height, radius, opacity }) =>
        `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${paper}" fill-opacity="${opacity}"/>`,
    )
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" rx="${tileRadius}" fill="${accent}"/>${rects}</svg>\n`;
}

/**
 * The icon as a PNG file of `size` × `size` pixels, RGBA.
 *
 * @param {number} size
 * @param {{ fullBleed: boolean }} shape `fullBleed` fills the corners, for systems that cut their own shape
 * @returns {Buffer}
 */
export function iconPng(size, { fullBleed }) {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(accent.slice(at, at + 2), 16));
  const tile = { x: 0, y: 0, width: 512, height: 512, radius: fullBleed ? 0 : tileRadius };
  const rows = Buffer.alloc(size * (1 + size * 4));
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const x = ((column + 0.5) * 512) / size;
      const y = ((row + 0.5) * 512) / size;
      const white = Math.max(...bars.map((bar) => bar.opacity * coverage(bar, x, y, size)));
      const at = row * (1 + size * 4) + 1 + column * 4;
      for (const [channel, value] of [red, green, blue].entries()) {
        rows[at + channel] = Math.round((value ?? 0) * (1 - white) + 255 * white);
      }
      rows[at + 3] = Math.round(255 * (fullBleed ? 1 : coverage(tile, x, y, size)));
    }
  }
  return encodePng(size, rows);
}

/**
 * How much of the pixel around (x, y) a rounded rectangle covers, 0 to 1.
 *
 * @param {{ x: number, y: number, width: number, height: number, radius: number }} shape
 * @param {number} x @param {number} y @param {number} size
 */
function coverage({ x: left, y: top, width, height, radius }, x, y, size) {
  const dx = Math.abs(x - left - width / 2) - width / 2 + radius;
  const dy = Math.abs(y - top - height / 2) - height / 2 + radius;
  const distance = Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
  return Math.min(1, Math.max(0, 0.5 - (distance * size) / 512));
}

/** @param {number} size @param {Buffer} rows filter byte 0 and RGBA pixels for each row */
function encodePng(size, rows) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** @param {string} type @param {Buffer} data */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
