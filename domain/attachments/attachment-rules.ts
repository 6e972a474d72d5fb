import { isProgram } from './attachment-kinds.ts';

/** 25 MB. */
export const LARGEST_ATTACHMENT_BYTES = 25 * 1024 * 1024;

export const LONGEST_FILE_NAME = 200;

/** Validation errors of a file to attach; empty if it is valid. */
export function fileProblems(file: {
  file_name: string;
  size: number;
}): Partial<Record<'file_name' | 'size', string>> {
  return {
    ...(isProgram(keptFileName(file.file_name))
      ? { file_name: "You can't attach programs or scripts." }
      : {}),
    ...(file.size === 0 ? { size: 'This file is empty.' } : {}),
    ...(file.size > LARGEST_ATTACHMENT_BYTES ? { size: 'Files can be up to 25 MB.' } : {}),
  };
}

/**
 * The stored name of a file: without folders, unsafe characters, and text direction marks. If the name is too
 * long, its extension is kept.
 */
export function keptFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  // Control characters, text direction marks, and unpaired surrogates.
  const clean = last
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '')
    .trim()
    // Windows drops trailing dots and spaces, which exposes another extension.
    .replace(/[.\s]+$/u, '');
  if (clean.length <= LONGEST_FILE_NAME) return clean === '' ? 'Attachment' : clean;
  const dot = clean.lastIndexOf('.');
  const extension = dot > 0 && clean.length - dot <= 20 ? clean.slice(dot) : '';
  const start = clean.slice(0, LONGEST_FILE_NAME - extension.length);
  // Don't split a surrogate pair.
  return `${start.replace(/[\uD800-\uDBFF]$/, '')}${extension}`;
}
