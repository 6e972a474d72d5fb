import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Files in the folder that contain one of the texts, in any of the encodings in which browsers store text.
 */
export async function filesHolding(folder: string, texts: readonly string[]): Promise<string[]> {
  const needles = texts.flatMap((text) => [
    { text, bytes: Buffer.from(text, 'utf8') },
    { text, bytes: Buffer.from(text, 'utf16le') },
    { text, bytes: Buffer.from(text, 'utf16le').swap16() },
    { text, bytes: Buffer.from(Buffer.from(text).toString('base64').slice(0, -4)) },
  ]);
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    // A killed browser deletes its last temporary files a moment later.
    const content = await readFile(file).catch(nothingWhereGone);
    for (const { text, bytes } of needles) {
      if (content.includes(bytes)) found.push(`${path.relative(folder, file)}: ${text}`);
    }
  }
  return found;
}

function nothingWhereGone(problem: NodeJS.ErrnoException): Buffer {
  if (problem.code === 'ENOENT') return Buffer.alloc(0);
  throw problem;
}
