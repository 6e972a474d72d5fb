/** A part that isn't loaded yet: a page can hide what follows, so that nothing moves when the part comes. */
export function Awaited() {
  return <div data-awaited hidden />;
}
