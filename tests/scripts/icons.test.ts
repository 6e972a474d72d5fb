import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { iconPng, iconSvg } from '#scripts/icons.mjs';

/** The RGBA values of one pixel of a PNG with one IDAT chunk and unfiltered rows. */
function pixel(png: Buffer, x: number, y: number): number[] {
  const size = png.readUInt32BE(16);
  const data = png.subarray(png.indexOf('IDAT') + 4, png.indexOf('IEND') - 8);
  const at = y * (1 + size * 4) + 1 + x * 4;
  return [...inflateSync(data).subarray(at, at + 4)];
}

const accent = [0x00, 0x60, 0x71, 255];

describe('the icon', () => {
  test.each([192, 512])('has the size promised by the manifest: %i', (size) => {
    const png = iconPng(size, { fullBleed: false });
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size]);
  });

  test('is transparent outside of its round corners and filled inside', () => {
    const png = iconPng(192, { fullBleed: false });
    expect(pixel(png, 0, 0)[3]).toBe(0);
    expect(pixel(png, 96, 12)).toEqual(accent);
  });

  test('shows its stripe in white', () => {
    expect(pixel(iconPng(512, { fullBleed: false }), 256, 256)).toEqual([255, 255, 255, 255]);
  });

  test('fills the corners where the system applies its own mask', () => {
    expect(pixel(iconPng(512, { fullBleed: true }), 0, 0)).toEqual(accent);
  });

  test('is the same drawing as the SVG', () => {
    expect(iconSvg()).toContain('fill="#006071"');
    expect(iconSvg().match(/<rect/g)).toHaveLength(4);
  });
});
