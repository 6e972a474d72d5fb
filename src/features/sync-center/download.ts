import { saveFile } from '#ui/save-file.ts';

/** Hands a value to the browser as a file of JSON. */
export function downloadJson(name: string, value: unknown): void {
  saveFile(name, new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }));
}
