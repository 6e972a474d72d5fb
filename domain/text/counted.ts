/** "1 session", "1,240 sessions" */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

/** "12 of 600 students"; "600 students" if all of them are shown. */
export function countedOf(shown: number, all: number, one: string, many?: string): string {
  const words = counted(all, one, many);
  return shown === all ? words : `${shown.toLocaleString('en-US')} of ${words}`;
}
