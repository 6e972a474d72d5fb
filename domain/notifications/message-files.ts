import { fileProblems } from '#domain/attachments/attachment-rules.ts';
import { LARGEST_MESSAGE_FILE_BYTES, MOST_MESSAGE_FILES } from './announcement-rules.ts';

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

/** Why a file can't be attached to a message; null if it can. @param size in bytes */
export function messageFileProblem(file: { file_name: string; size: number }): string | null {
  const { file_name, size } = file;
  if (size > LARGEST_MESSAGE_FILE_BYTES) return `${file_name}: Files can be up to 10 MB.`;
  const [problem] = Object.values(fileProblems(file));
  return problem === undefined ? null : `${file_name}: ${problem}`;
}

/** What a message with too many files is refused with. */
export const TOO_MANY_FILES = `Attach up to ${MOST_MESSAGE_FILES} files.`;
