/** Downloads something as a file. */
export function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read the URL only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
