/** Shown as images are exactly these, by extension; all others are links (specification, 6). */
const IMAGE_TYPES: Record<string, ImageType> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  bmp: 'image/bmp',
  webp: 'image/webp',
};

export type ImageType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/bmp' | 'image/webp';

/** Files that a computer runs when they are opened: nobody needs them in a student's file. */
const PROGRAMS: ReadonlySet<string> = new Set([
  ...['app', 'apk', 'bat', 'bin', 'cmd', 'com', 'cpl', 'deb', 'dll', 'dmg', 'exe', 'gadget', 'hta', 'inf'],
  ...['ipa', 'iso', 'jar', 'js', 'jse', 'lnk', 'mjs', 'msc', 'msi', 'msp', 'pif', 'pkg', 'ps1', 'reg', 'rpm'],
  ...['scr', 'sh', 'sys', 'url', 'vb', 'vbe', 'vbs', 'wsf', 'wsh', 'appx', 'bash', 'chm', 'class', 'command'],
  ...['jnlp', 'msix', 'ps1xml', 'psm1', 'run', 'scf', 'sct', 'settingcontent-ms', 'vhd', 'ws', 'wsc', 'xll'],
]);

/** What is behind the last dot, in small letters; nothing where there is none. */
export function extensionOf(fileName: string): string {
  const name = fileName.trim();
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
}

export function isShownAsImage(fileName: string): boolean {
  return Object.hasOwn(IMAGE_TYPES, extensionOf(fileName));
}

/**
 * Whether a computer would run this file, by its name as an operating system reads it:
 * without invisible characters, a stream (`x.exe::$DATA`), or dots and spaces at the end.
 */
export function isProgram(fileName: string): boolean {
  const visible = fileName.normalize('NFKC').replace(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '');
  const [name = ''] = visible.split(':');
  const bare = name.replace(/[.\s]+$/u, '');
  return PROGRAMS.has(bare.slice(bare.lastIndexOf('.') + 1).toLowerCase()) && bare.includes('.');
}

/** How many bytes at the start tell the kind of an image. */
export const SNIFFED_BYTES = 16;

/** The kind of image that the first bytes of a file are; nothing where they are none. */
export function imageTypeOfBytes(head: Uint8Array): ImageType | null {
  const begins = (bytes: readonly number[], at = 0) =>
    bytes.every((byte, index) => head[at + index] === byte);
  if (begins([0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (begins([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (begins([0x47, 0x49, 0x46, 0x38]) && (head[4] === 0x37 || head[4] === 0x39) && head[5] === 0x61)
    return 'image/gif';
  if (begins([0x52, 0x49, 0x46, 0x46]) && begins([0x57, 0x45, 0x42, 0x50], 8)) return 'image/webp';
  // Two letters alone would be any text that begins with them: the four bytes behind the size are zero.
  if (begins([0x42, 0x4d]) && begins([0, 0, 0, 0], 6)) return 'image/bmp';
  return null;
}

/**
 * As what a file may be handed out: as an image only where its name and its bytes
 * say so. Everything else is a download of no kind, so that no browser runs it.
 */
export function servedAs(
  fileName: string,
  head: Uint8Array,
): { type: ImageType | 'application/octet-stream'; isInline: boolean } {
  const type = isShownAsImage(fileName) ? imageTypeOfBytes(head) : null;
  return type === null ? { type: 'application/octet-stream', isInline: false } : { type, isInline: true };
}
