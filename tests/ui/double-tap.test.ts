// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { guardDoubleTaps } from '#ui/double-tap.ts';

let clock = 0;
let stop = () => {};
beforeEach(() => {
  clock = 1_000;
  document.body.innerHTML =
    '<button id="first"><span>Start lunch</span></button><button id="next">End lunch</button>';
  stop = guardDoubleTaps(document);
});
afterEach(() => stop());

const element = (id: string) => document.querySelector<HTMLElement>(`#${id}`) ?? document.body;

function pressed(id: string) {
  const press = vi.fn();
  element(id).addEventListener('click', press);
  return press;
}

function tap(target: Element, { x = 100, y = 100, after = 0, detail = 1 } = {}) {
  clock += after;
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, clientX: x, clientY: y, detail });
  Object.defineProperty(event, 'timeStamp', { value: clock });
  return target.dispatchEvent(event);
}

describe('the second tap of a double tap', () => {
  test("doesn't press what appeared under the finger", () => {
    const next = pressed('next');
    tap(element('first'));
    expect(tap(element('next'), { x: 108, y: 94, after: 250 })).toBe(false);
    expect(next).not.toHaveBeenCalled();
  });

  test("doesn't either as the third of three quick taps", () => {
    const next = pressed('next');
    tap(element('first'));
    tap(element('next'), { after: 150 });
    tap(element('next'), { after: 150 });
    expect(next).not.toHaveBeenCalled();
  });

  test('presses the same control again, anywhere in it', () => {
    const first = pressed('first');
    tap(element('first'));
    tap(element('first').querySelector('span') ?? document.body, { after: 100 });
    expect(first).toHaveBeenCalledTimes(2);
  });

  test('on a label reaches its control', () => {
    document.body.innerHTML = '<label id="first" for="next">Absent</label><input id="next" type="radio">';
    const next = pressed('next');
    // jsdom passes it on without a position; Firefox with the position and time of the tap on the label.
    element('first').addEventListener('click', (event) => event.preventDefault());
    tap(element('first'));
    expect(tap(element('next'))).toBe(true);
    expect(next).toHaveBeenCalledOnce();
  });

  test('presses another control after input in between', () => {
    const next = pressed('next');
    tap(element('first'));
    document.body.dispatchEvent(new InputEvent('input', { bubbles: true }));
    expect(tap(element('next'), { after: 100 })).toBe(true);
    expect(next).toHaveBeenCalledOnce();
  });

  test.each([
    ['later', { after: 500 }],
    ['elsewhere', { after: 100, x: 140 }],
    ['by the keyboard', { after: 100, x: 0, y: 0, detail: 0 }],
  ])('presses another control when it comes %s', (_, how) => {
    const next = pressed('next');
    tap(element('first'));
    tap(element('next'), how);
    expect(next).toHaveBeenCalledTimes(1);
  });
});
