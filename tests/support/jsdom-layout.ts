/** jsdom has no layout, so sizes never change. */
class StillSizes implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

globalThis.ResizeObserver ??= StillSizes;

// jsdom has neither; cmdk and Radix call them.
if ('Element' in globalThis) {
  Element.prototype.scrollIntoView ??= () => undefined;
  Element.prototype.hasPointerCapture ??= () => false;
}
