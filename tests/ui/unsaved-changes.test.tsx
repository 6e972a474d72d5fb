import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { hasUnsavedChanges, useHasUnsavedChanges, useUnsavedChanges } from '#ui/unsaved-changes.ts';

afterEach(cleanup);

function Form({ isChanged }: { isChanged: boolean }) {
  useUnsavedChanges(isChanged);
  return null;
}

function Prompt() {
  return <output>{useHasUnsavedChanges() ? 'wait' : 'go'}</output>;
}

function show(...forms: boolean[]) {
  return (
    <>
      <Prompt />
      {forms.map((isChanged, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the forms have no other name and keep their places
        <Form key={at} isChanged={isChanged} />
      ))}
    </>
  );
}

test('there are unsaved changes while any form says so, and subscribers are notified', () => {
  const { rerender } = render(show(false, false));
  const says = () => [screen.getByRole('status').textContent, hasUnsavedChanges()];
  expect(says()).toEqual(['go', false]);
  rerender(show(true, true));
  expect(says()).toEqual(['wait', true]);
  rerender(show(false, true));
  expect(says()).toEqual(['wait', true]);
  rerender(show(false, false));
  expect(says()).toEqual(['go', false]);
});

test('an unmounted form blocks nothing', () => {
  const { rerender } = render(show(true));
  rerender(show());
  expect(hasUnsavedChanges()).toBe(false);
});
