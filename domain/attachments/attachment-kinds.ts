/** Extensions shown as images; all other files are links (specification, 6). */
const IMAGE_TYPES: Record<string, ImageType> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  bmp: 'image/bmp',
  webp: 'image/webp',
};

export type ImageType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/bmp' | 'image/webp';

/** Executable files, which have no place in a student's file. */
const PROGRAMS: ReadonlySet<string> = new Set([
  ...['app', 'apk', 'bat', 'bin', 'cmd', 'com', 'cpl', 'deb', 'dll', 'dmg', 'exe', 'gadget', 'hta', 'inf'],
  ...['ipa', 'iso', 'jar', 'js', 'jse', 'lnk', 'mjs', 'msc', 'msi', 'msp', 'pif', 'pkg', 'ps1', 'reg', 'rpm'],
  ...['scr', 'sh', 'sys', 'url', 'vb', 'vbe', 'vbs', 'wsf', 'wsh', 'appx', 'bash', 'chm', 'class', 'command'],
  ...['jnlp', 'msix', 'ps1xml', 'psm1', 'run', 'scf', 'sct', 'settingcontent-ms', 'vhd', 'ws', 'wsc', 'xll'],
]);

/** The lowercase extension after the last dot; empty if there is none. */
export function extensionOf(fileName: string): string {
  const name = fileName.trim();
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
}

export function isShownAsImage(fileName: string): boolean {
  return Object.hasOwn(IMAGE_TYPES, extensionOf(fileName));
}

/**
 * Whether an operating system would execute this file. The name is read as the system does: ignoring
 * invisible characters, a stream suffix (`x.exe::$DATA`), and trailing dots and spaces.
 */
export function isProgram(fileName: string): boolean {
  const visible = fileName.normalize('NFKC').replace(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '');
  const [name = ''] = visible.split(':');
  const bare = name.replace(/[.\s]+$/u, '');
  return PROGRAMS.has(bare.slice(bare.lastIndexOf('.') + 1).toLowerCase()) && bare.includes('.');
}

/** How many leading bytes identify the kind of an image. */
export const SNIFFED_BYTES = 16;

/** The kind of image that the first bytes of a file indicate; null if they are not an image. */
export function imageTypeOfBytes(head: Uint8Array): ImageType | null {
  const begins = (bytes: readonly number[], at = 0) =>
    bytes.every((byte, index) => head[at + index] === byte);
  if (begins([0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (begins([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (begins([0x47, 0x49, 0x46, 0x38]) && (head[4] === 0x37 || head[4] === 0x39) && head[5] === 0x61)
    return 'image/gif';
  if (begins([0x52, 0x49, 0x46, 0x46]) && begins([0x57, 0x45, 0x42, 0x50], 8)) return 'image/webp';
  // "BM" alone could begin any text: the four bytes after the size must be zero.
  if (begins([0x42, 0x4d]) && begins([0, 0, 0, 0], 6)) return 'image/bmp';
  return null;
}

/**
 * The content type and disposition of a download: an image only if both its name and its bytes say so.
 * Everything else is a generic download, so that no browser runs it.
 */
export function servedAs(
  fileName: string,
  head: Uint8Array,
): { type: ImageType | 'application/octet-stream'; isInline: boolean } {
  const type = isShownAsImage(fileName) ? imageTypeOfBytes(head) : null;
  return type === null ? { type: 'application/octet-stream', isInline: false } : { type, isInline: true };
}
