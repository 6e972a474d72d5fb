/** jsdom lays nothing out, so nothing there ever changes its size. */
class StillSizes implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

globalThis.ResizeObserver ??= StillSizes;
