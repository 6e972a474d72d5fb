/** The second tap of a double tap comes within this time, … */
export const DOUBLE_TAP_MS = 400;
/** … and at about the same place. */
const WITHIN_PIXELS = 24;

interface Press {
  target: Element;
  at: number;
  x: number;
  y: number;
}

/**
 * Keeps the second tap of a double tap from pressing a different control.
 *
 * The first tap often puts something new under the finger: a form closes over the button that opened it, "End
 * lunch" replaces "Start lunch". A second tap on the same control goes through, and so does the keyboard.
 * Returns a function that ends it.
 */
export function guardDoubleTaps(page: Document): () => void {
  let last: Press | null = null;
  const onClick = (event: MouseEvent) => {
    // A click by keyboard or code has no position; it counts no presses either.
    if (event.detail === 0 || !(event.target instanceof Element)) return;
    // The time of the tap: a slow phone may handle it much later.
    const press = {
      target: controlOf(event.target),
      at: event.timeStamp,
      x: event.clientX,
      y: event.clientY,
    };
    if (last !== null && press.target !== last.target && isSecondTap(last, press)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    last = press;
  };
  // A person who enters something in between has seen the result of the first tap.
  const onInput = () => {
    last = null;
  };
  page.addEventListener('click', onClick, { capture: true });
  page.addEventListener('input', onInput, { capture: true });
  return () => {
    page.removeEventListener('click', onClick, { capture: true });
    page.removeEventListener('input', onInput, { capture: true });
  };
}

function isSecondTap(first: Press, second: Press): boolean {
  return (
    second.at - first.at < DOUBLE_TAP_MS &&
    Math.hypot(second.x - first.x, second.y - first.y) <= WITHIN_PIXELS
  );
}

/**
 * The control that a tap on this element presses. A label passes its tap on to its control, in Firefox as a
 * tap at the same place.
 */
function controlOf(element: Element): Element {
  const pressed = element.closest('button, a, label, input, select, summary, [role="option"]') ?? element;
  return pressed instanceof HTMLLabelElement ? (pressed.control ?? pressed) : pressed;
}
