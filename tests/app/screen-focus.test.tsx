import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { focusNewScreens } from '#app/shell/screen-focus.ts';

interface Navigation {
  fromLocation?: object;
  pathChanged: boolean;
}

afterEach(cleanup);

/** Returns what the router calls after it has rendered a screen. */
function open() {
  let rendered: ((navigation: Navigation) => void) | undefined;
  focusNewScreens({
    subscribe(event: string, listener: (navigation: Navigation) => void) {
      expect(event).toBe('onRendered');
      rendered = listener;
      return () => undefined;
    },
  } as unknown as Parameters<typeof focusNewScreens>[0]);
  render(
    <>
      <a href="/students">Students</a>
      <main id="main" tabIndex={-1}>
        <input aria-label="Search" />
      </main>
      <div role="alertdialog" data-state="open" aria-label="Leave?">
        <button type="button">Stay</button>
      </div>
    </>,
  );
  return (pathChanged = true) => rendered?.({ fromLocation: {}, pathChanged });
}

test('a new screen gets the focus, whether it was lost with a link or stayed in the menu', () => {
  const arrive = open();
  expect(document.activeElement).toBe(document.body);
  arrive();
  expect(document.activeElement).toBe(screen.getByRole('main'));
  screen.getByRole('link').focus();
  arrive();
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('filters leave the focus where it is', () => {
  const arrive = open();
  screen.getByRole('link').focus();
  arrive(false);
  expect(document.activeElement).toBe(screen.getByRole('link'));
});

test('a field of the screen and an open dialog keep the focus', () => {
  const arrive = open();
  screen.getByLabelText('Search').focus();
  arrive();
  expect(document.activeElement).toBe(screen.getByLabelText('Search'));
  screen.getByRole('button').focus();
  arrive();
  expect(document.activeElement).toBe(screen.getByRole('button'));
});
