import type { Page } from '@playwright/test';

/** Where the keyboard is, and what is wrong there. */
export interface FocusStop {
  /** The same for the same element while it is on the page; 0 if nothing has the focus. */
  id: number;
  /** The element in words. */
  name: string;
  /** Whether it is in the screen, not in the bars around it. */
  isInMain: boolean;
  /** Whether it is in the topmost dialog, menu, or popover; false if none is open. */
  isInLayer: boolean;
  faults: string[];
}

/**
 * The focused element: it has to be in view, must not be covered by a bar that stays in place, and has to have
 * a ring that is not clipped away.
 */
export function focusStop(page: Page): Promise<FocusStop> {
  return page.evaluate(() => {
    const LAYERS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
    /** What is left of an element that is partly scrolled away, in px, or half of it. */
    const LEAST_SEEN_PX = 20;
    const window_ = window as unknown as { focusIds?: WeakMap<Element, number>; focusCount?: number };
    window_.focusIds ??= new WeakMap();
    window_.focusCount ??= 0;
    const element = document.activeElement;
    if (element === null || element === document.body || !(element instanceof HTMLElement)) {
      return { id: 0, name: 'nothing', isInMain: false, isInLayer: false, faults: [] };
    }
    let id = window_.focusIds.get(element);
    if (id === undefined) {
      window_.focusCount += 1;
      id = window_.focusCount;
      window_.focusIds.set(element, id);
    }
    const { labels } = element as HTMLInputElement;
    const words = element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent ?? '';
    const name = `${element.tagName.toLowerCase()} "${words.trim().slice(0, 40)}"`;
    const layer = [...document.querySelectorAll(LAYERS)].findLast((one) => one.checkVisibility());
    const faults: string[] = [];
    const facts = {
      id,
      name,
      isInMain: element.closest('main') !== null,
      isInLayer: layer?.contains(element) === true,
      faults,
    };
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) {
      faults.push('is invisible');
      return facts;
    }

    interface Box {
      left: number;
      top: number;
      right: number;
      bottom: number;
    }
    const clips = (around: Element): Box | null => {
      const { overflowX, overflowY } = getComputedStyle(around);
      if (overflowX === 'visible' && overflowY === 'visible') return null;
      const { left, top } = around.getBoundingClientRect();
      const [x, y] = [left + around.clientLeft, top + around.clientTop];
      return { left: x, top: y, right: x + around.clientWidth, bottom: y + around.clientHeight };
    };
    /** The boxes that clip it: none above one that is fixed to the window. */
    const clipsAround = (inner: Element): Box[] => {
      const found: Box[] = [{ left: 0, top: 0, right: innerWidth, bottom: innerHeight }];
      let { position } = getComputedStyle(inner);
      for (let around = inner.parentElement; around !== null; around = around.parentElement) {
        if (position === 'fixed') break;
        if (around === document.body || around === document.documentElement) break;
        const box = clips(around);
        if (box !== null) found.push(box);
        ({ position } = getComputedStyle(around));
      }
      return found;
    };
    const boxes = clipsAround(element);
    const box = element.getBoundingClientRect();
    const seen = boxes.reduce<Box>(
      (part, clip) => ({
        left: Math.max(part.left, clip.left),
        top: Math.max(part.top, clip.top),
        right: Math.min(part.right, clip.right),
        bottom: Math.min(part.bottom, clip.bottom),
      }),
      box,
    );
    const [wide, high] = [seen.right - seen.left, seen.bottom - seen.top];
    if (wide < Math.min(LEAST_SEEN_PX, box.width / 2) || high < Math.min(LEAST_SEEN_PX, box.height / 2)) {
      faults.push(`is out of view at ${Math.round(box.left)}, ${Math.round(box.top)}`);
      return facts;
    }

    const [AT_LEFT, AT_RIGHT] = [seen.left + Math.min(3, wide / 2), seen.right - Math.min(3, wide / 2)];
    const [AT_TOP, AT_BOTTOM] = [seen.top + Math.min(3, high / 2), seen.bottom - Math.min(3, high / 2)];
    const points = [AT_LEFT, (AT_LEFT + AT_RIGHT) / 2, AT_RIGHT].flatMap((x) =>
      [AT_TOP, (AT_TOP + AT_BOTTOM) / 2, AT_BOTTOM].map((y) => [x, y] as const),
    );
    const covers = points.flatMap(([x, y]) => {
      const hit = document.elementFromPoint(x, y);
      if (hit === null || element.contains(hit) || hit.contains(element)) return [];
      // Its own label, icon, or overlay in the same control.
      const isOwn =
        element.parentElement?.contains(hit) === true && getComputedStyle(hit).position !== 'sticky';
      return isOwn ? [] : [hit];
    });
    if (covers.length > points.length / 2) {
      const cover = covers[0] as Element;
      faults.push(`is covered by ${cover.tagName.toLowerCase()} "${cover.textContent?.trim().slice(0, 30)}"`);
    }

    const ringOf = (one: Element | null): CSSStyleDeclaration | null => {
      if (one === null) return null;
      const style = getComputedStyle(one);
      return style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2 ? style : null;
    };
    // The only field of its panel: its caret shows it. In a date or time, the browser marks the part.
    if (
      element.matches('[data-slot="command-input"], [type="date"], [type="time"], [type="datetime-local"]')
    ) {
      return facts;
    }
    const ringed = [element, element.parentElement, element.parentElement?.parentElement ?? null].find(
      (one) => ringOf(one) !== null,
    );
    const ring = ringed == null ? null : ringOf(ringed);
    if (ringed == null || ring === null) {
      faults.push('has no focus ring');
      return facts;
    }
    const around = ringed.getBoundingClientRect();
    const offset = Number.parseFloat(ring.outlineOffset);
    // A side of the ring shows if at least a pixel of it is inside of everything that clips.
    const hidden = clipsAround(ringed).flatMap((clip) => [
      ...(around.left - offset - 1 < clip.left ? ['left'] : []),
      ...(around.top - offset - 1 < clip.top ? ['top'] : []),
      ...(around.right + offset + 1 > clip.right ? ['right'] : []),
      ...(around.bottom + offset + 1 > clip.bottom ? ['bottom'] : []),
    ]);
    const sides = [...new Set(hidden)];
    if (sides.length > 1) faults.push(`has a ring that is clipped at the ${sides.join(', ')}`);
    return facts;
  });
}
