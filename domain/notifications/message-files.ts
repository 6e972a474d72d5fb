/** Where attached files are; what follows it in a file's address is its key. */
const STORAGE_PREFIX = '/api/notifications/attachments/';

/** The address of a file. It needs a login; `POST /api/notifications/attachment-url/` gives one that doesn't. */
export function addressOfFile(key: string): string {
  return `${STORAGE_PREFIX}${key}/`;
}

/** The key of a file: its address without the storage prefix, a host before it, and the slash at the end. */
export function keyOfFile(file: string): string {
  const start = file.indexOf(STORAGE_PREFIX);
  return (start < 0 ? file : file.slice(start + STORAGE_PREFIX.length)).replace(/\/$/, '');
}

/** How long an address from `attachment-url` opens the file. Milliseconds. */
export const FILE_ADDRESS_MS = 10 * 60_000;
