import { onTestFinished, vi } from 'vitest';

/** Catches what is handed to the browser as a file: its name and its text. */
export function catchDownloads(): { name: string; text: () => Promise<string> }[] {
  const files: { name: string; text: () => Promise<string> }[] = [];
  let latest: Blob | null = null;
  const make = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    latest = blob as Blob;
    return 'blob:caught';
  });
  const press = vi.spyOn(HTMLAnchorElement.prototype, 'click');
  press.mockImplementation(function (this: HTMLAnchorElement) {
    const blob = latest as Blob;
    files.push({ name: this.download, text: () => textOf(blob) });
  });
  onTestFinished(() => {
    make.mockRestore();
    press.mockRestore();
  });
  return files;
}

function textOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsText(blob);
  });
}
