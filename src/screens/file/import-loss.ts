import type { Loss } from '#ui/unsaved-changes.ts';

/** What leaving the page of an import that runs, or that stopped half-way, asks. */
export const IMPORT_LOSS: Loss = {
  title: 'Leave and stop the import?',
  words: "The rest of the file won't be imported.",
};
