/** The second tap of a double tap comes within this time, … */
export const DOUBLE_TAP_MS = 400;
/** … and a finger hits about the same place. */
const WITHIN_PIXELS = 24;

interface Press {
  target: Element;
  at: number;
  x: number;
  y: number;
}

/**
 * Keeps the second tap of a double tap from pressing something else than the first one did.
 *
 * The first tap often puts something new under the finger: a form closes over the button that opened it, "End lunch"
 * takes the place of "Start lunch". There was no time to read that. A second tap on the same control goes through, and so
 * does the keyboard. Returns what ends it.
 */
export function guardDoubleTaps(page: Document): () => void {
  let last: Press | null = null;
  const onClick = (event: MouseEvent) => {
    // A click by the keyboard or by code has no place; it counts no presses either.
    if (event.detail === 0 || !(event.target instanceof Element)) return;
    // The instant of the tap: a slow phone may come to it much later.
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
  // A person who enters something in between has seen what the first tap did.
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

/** What a tap on this element presses. A label hands its tap on to its control, in Firefox as a tap at the same place. */
function controlOf(element: Element): Element {
  const pressed = element.closest('button, a, label, input, select, summary, [role="option"]') ?? element;
  return pressed instanceof HTMLLabelElement ? (pressed.control ?? pressed) : pressed;
}
