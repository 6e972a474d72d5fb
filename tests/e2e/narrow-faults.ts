import type { Page } from '@playwright/test';

/**
 * What doesn't fit on a screen of this width: horizontally scrolling content, controls of the top layer that
 * are cut off, too small for their text, or overlapping, and figures that overlap others.
 */
export function narrowFaults(page: Page, width: number): Promise<string[]> {
  return page.evaluate((width) => {
    const CONTROLS =
      'a[href], button, input, select, textarea, summary, [role="tab"], [role="radio"], [role="checkbox"], [role="combobox"]';
    const isSeen = (element: Element) => {
      const { width: wide, height } = element.getBoundingClientRect();
      // Radix keeps an invisible form input behind each of its controls.
      const isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      return wide > 2 && height > 2 && isShown && element.getAttribute('aria-hidden') !== 'true';
    };
    const nameOf = (element: Element) => {
      const { labels } = element as HTMLInputElement;
      const words = element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent;
      return `${element.tagName.toLowerCase()} "${words?.trim().slice(0, 40)}"`;
    };
    const layers = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="menu"]')];
    const top = layers.filter(isSeen).at(-1) ?? document.body;
    const faults: string[] = [];

    const page = document.scrollingElement as Element;
    if (page.scrollWidth > width) faults.push(`the page is ${page.scrollWidth} px wide`);
    for (const element of [top, ...top.querySelectorAll('*')]) {
      if (element === document.body || !isSeen(element)) continue;
      const scrolls = ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
      if (scrolls && element.scrollWidth > element.clientWidth + 1) {
        faults.push(`scrolls sideways: ${nameOf(element)}`);
      }
    }

    // The mark of a required field belongs to the last word of its label, also where the label wraps.
    for (const mark of top.querySelectorAll('[data-slot="field"] [aria-hidden="true"]')) {
      const label = mark.previousElementSibling;
      if (label === null || mark.textContent?.trim() !== '*' || !isSeen(label)) continue;
      const words = document.createRange();
      words.selectNodeContents(label);
      const end = [...words.getClientRects()].at(-1);
      const distance = end === undefined ? 0 : mark.getBoundingClientRect().right - end.right;
      if (distance < 0 || distance > 20) faults.push(`the mark is away from its label: ${nameOf(label)}`);
    }

    const texts = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const { data, parentElement } = text as Text;
      for (const { 0: time, index } of data.matchAll(
        /\d{1,2}:\d{2}(?: [AP]M)?(?:–\d{1,2}:\d{2})?(?: [AP]M)?/g,
      )) {
        const place = document.createRange();
        place.setStart(text, index);
        place.setEnd(text, index + time.length);
        const lines = new Set(
          [...place.getClientRects()].flatMap(({ width: wide, top }) => (wide > 0 ? Math.round(top) : [])),
        );
        const isShown = parentElement !== null && isSeen(parentElement);
        if (isShown && lines.size > 1) faults.push(`a time on two lines: ${time} in "${data.slice(0, 60)}"`);
      }
    }

    for (const figure of top.querySelectorAll('dt, dd')) {
      if (isSeen(figure) && figure.scrollWidth > figure.clientWidth + 1) {
        faults.push(`runs into what is beside it: ${nameOf(figure)}`);
      }
    }

    const ruler = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    /** The width at which a field shows all of its text and its icon. */
    const wanted = (field: HTMLElement): number => {
      const style = getComputedStyle(field);
      if (field instanceof HTMLSelectElement) {
        ruler.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
        const words = field.selectedOptions[0]?.textContent ?? '';
        const edges = [style.paddingLeft, style.paddingRight, style.borderLeftWidth, style.borderRightWidth];
        return ruler.measureText(words).width + edges.reduce((sum, edge) => sum + Number.parseFloat(edge), 0);
      }
      const copy = field.cloneNode() as HTMLElement;
      copy.removeAttribute('id');
      copy.style.cssText = 'position: fixed; visibility: hidden; width: max-content; min-width: 0';
      field.parentElement?.append(copy);
      const { width: wide } = copy.getBoundingClientRect();
      copy.remove();
      return wide;
    };
    const controls = [...top.querySelectorAll<HTMLElement>(CONTROLS)].filter(isSeen);
    for (const control of controls) {
      const box = control.getBoundingClientRect();
      let [left, right] = [0, width];
      for (let around = control.parentElement; around !== null; around = around.parentElement) {
        if (getComputedStyle(around).overflowX === 'visible') continue;
        const clip = around.getBoundingClientRect();
        [left, right] = [Math.max(left, clip.left), Math.min(right, clip.right)];
      }
      if (box.left < left - 1 || box.right > right + 1) faults.push(`cut off: ${nameOf(control)}`);
      const isField =
        control instanceof HTMLSelectElement ||
        (control instanceof HTMLInputElement && ['date', 'time'].includes(control.type));
      // A checkbox has a larger touch target than it looks.
      const isButton = control instanceof HTMLButtonElement && control.role !== 'checkbox';
      const wants = isField ? wanted(control) : isButton ? control.scrollWidth : 0;
      const has = isField ? box.width : control.clientWidth;
      if (wants > has + 1) {
        faults.push(
          `too small for its text, ${Math.round(has)} of ${Math.ceil(wants)} px: ${nameOf(control)}`,
        );
      }
    }

    /** Sticky elements cover scrolled content, and a field's own button covers the field: not faults. */
    const stuckIn = (element: Element | null): Element | null =>
      element === null || ['sticky', 'fixed', 'absolute'].includes(getComputedStyle(element).position)
        ? element
        : stuckIn(element.parentElement);
    for (const [at, one] of controls.entries()) {
      for (const other of controls.slice(at + 1)) {
        if (one.contains(other) || other.contains(one) || stuckIn(one) !== stuckIn(other)) continue;
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > 1 && high > 1) faults.push(`overlap: ${nameOf(one)} and ${nameOf(other)}`);
      }
    }
    return [...new Set(faults)];
  }, width);
}
