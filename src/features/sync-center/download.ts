import { saveFile } from '#ui/save-file.ts';

/** Downloads a value as a JSON file. */
export function downloadJson(name: string, value: unknown): void {
  saveFile(name, new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }));
}
