/** Stands for a part that isn't loaded; a page can hide what follows it, so that nothing moves when the part comes. */
export function Awaited() {
  return <div data-awaited hidden />;
}
