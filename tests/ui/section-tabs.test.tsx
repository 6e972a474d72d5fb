import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { SectionTabs } from '#ui/section-tabs.tsx';

afterEach(cleanup);

const SECTIONS = ['overview', 'goals', 'notes', 'history'].map(
  (name) => [name, name, <p key={name}>{name}</p>] as const,
);
const asked: string[] = [];

/** A page whose URL follows late. */
function Page() {
  return <SectionTabs sections={SECTIONS} tab="overview" onTab={(next) => asked.push(next)} />;
}

const press = (...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(document.activeElement ?? document.body, { key });
};
const chosen = () => screen.getByRole('tab', { selected: true }).textContent;
const shown = () => screen.getByRole('tabpanel').textContent;

test.each([
  [['ArrowRight', 'ArrowRight', 'ArrowRight'], 'history'],
  [['ArrowRight', 'ArrowRight', 'ArrowLeft'], 'goals'],
  [['ArrowLeft', 'ArrowLeft'], 'notes'],
  [['End', 'ArrowRight', 'ArrowRight'], 'goals'],
  [['ArrowRight', 'ArrowLeft'], 'overview'],
])('keys pressed faster than the URL follows all count: %s leads to %s', (keys, tab) => {
  render(<Page />);
  screen.getByRole('tab', { name: 'overview' }).focus();
  asked.length = 0;
  press(...keys);
  expect([chosen(), shown(), document.activeElement?.textContent, asked.at(-1)]).toEqual([
    tab,
    tab,
    tab,
    tab,
  ]);
});

test('the URL says what is shown: going back shows the section before', () => {
  const { rerender } = render(<SectionTabs sections={SECTIONS} tab="goals" onTab={() => undefined} />);
  expect(shown()).toBe('goals');
  rerender(<SectionTabs sections={SECTIONS} tab="notes" onTab={() => undefined} />);
  expect([chosen(), shown()]).toEqual(['notes', 'notes']);
});

test('a key with Alt is for the browser', () => {
  render(<Page />);
  screen.getByRole('tab', { name: 'overview' }).focus();
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowRight', altKey: true });
  expect(chosen()).toBe('overview');
});
