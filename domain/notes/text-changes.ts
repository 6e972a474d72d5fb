import { diffWordsWithSpace } from 'diff';

/** A span of text that was kept, inserted, or deleted. */
export interface TextChange {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** A word diff of two texts, in reading order. Empty if both are empty. */
export function textChanges(before: string, after: string): TextChange[] {
  return diffWordsWithSpace(before, after).map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}

/**
 * The same changes to be read: words that were replaced one after the other are one stretch that
 * went and one that came, instead of turn by turn.
 */
export function readableChanges(before: string, after: string): TextChange[] {
  const read: TextChange[] = [];
  let [removed, added, gap] = ['', '', ''];
  const close = () => {
    if (removed !== '') read.push({ kind: 'removed', text: removed });
    if (added !== '') read.push({ kind: 'added', text: added });
    if (gap !== '') read.push({ kind: 'same', text: gap });
    [removed, added, gap] = ['', '', ''];
  };
  for (const { kind, text } of textChanges(before, after)) {
    if (kind !== 'same') {
      // The space between two changes belongs to both.
      if (removed !== '') removed += gap;
      if (added !== '') added += gap;
      gap = '';
      if (kind === 'removed') removed += text;
      else added += text;
    } else if (text.trim() === '' && (removed !== '' || added !== '')) {
      gap += text;
    } else {
      close();
      read.push({ kind, text });
    }
  }
  close();
  return read;
}

/** Whole percent of the new text's words that were in the old one; 0 for an empty text. */
export function sharedPercent(before: string, after: string): number {
  const words = (text: string) => text.split(/\s+/).filter((word) => word !== '').length;
  const all = words(after);
  if (all === 0) return 0;
  const same = textChanges(before, after)
    .filter(({ kind }) => kind === 'same')
    .reduce((sum, { text }) => sum + words(text), 0);
  return Math.min(100, Math.round((same * 100) / all));
}
