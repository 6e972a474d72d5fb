/** jsdom has no layout, so sizes never change. */
class NoopResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

globalThis.ResizeObserver ??= NoopResizeObserver;

if ('document' in globalThis) {
  // Files of one process share a page: none begins with what another left on it.
  document.body.replaceChildren();
  // jsdom has neither; cmdk and Radix call them.
  Element.prototype.scrollIntoView ??= () => undefined;
  Element.prototype.hasPointerCapture ??= () => false;
}
