/** Encodings in which spreadsheets save delimited files. */
export const ENCODINGS = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252 (Excel)',
  'utf-16le': 'UTF-16 (little endian)',
  'utf-16be': 'UTF-16 (big endian)',
} as const;
export type Encoding = keyof typeof ENCODINGS;

/**
 * The encoding of a file: as its byte order mark says, otherwise UTF-8 if all of it is valid, otherwise
 * Windows-1252, in which every byte is a character. The last one is a guess.
 */
export function detectEncoding(bytes: Uint8Array): Encoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** The text without its byte order mark. Bytes that don't fit the encoding become U+FFFD. */
export function decodeText(bytes: Uint8Array, encoding: Encoding): string {
  return new TextDecoder(encoding).decode(bytes);
}
