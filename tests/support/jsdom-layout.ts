/** jsdom has no layout, so sizes never change. */
class StillSizes implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

globalThis.ResizeObserver ??= StillSizes;
