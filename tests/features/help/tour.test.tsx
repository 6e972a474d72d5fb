import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FirstRunTour } from '#features/help/first-run-tour.tsx';
import { HelpSheet } from '#features/help/help-sheet.tsx';
import { tourSteps } from '#features/help/tour-steps.ts';
import { showOnline } from '#tests/support/answering-office.tsx';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

let device: TestDevice;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  localStorage.clear();
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  await device.close();
});

const open = (user_id: string, content = <FirstRunTour />) => {
  showOnline(device, content, () => new Response(), { user_id });
  return userEvent.setup();
};
const title = () => screen.queryByRole('heading', { level: 2 })?.textContent;

test('leads through its steps, marks what they are about, and is over for this person alone', async () => {
  const user = open(
    'maya',
    <>
      <header>
        <button type="button" aria-label="Help" />
      </header>
      <FirstRunTour />
    </>,
  );
  const steps = tourSteps(false);
  for (const [at, step] of steps.entries()) {
    await waitFor(() => expect(title()).toBe(step.title));
    expect(screen.getByText(`${at + 1} of ${steps.length}`)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Help' }).hasAttribute('data-tour')).toBe(
      step.marks === 'Help',
    );
    if (at < steps.length - 1) await user.click(screen.getByRole('button', { name: 'Next step' }));
  }
  await user.click(screen.getByRole('button', { name: 'Previous step' }));
  expect(title()).toBe(steps.at(-2)?.title);
  await user.click(screen.getByRole('button', { name: 'Next step' }));
  await user.click(screen.getByRole('button', { name: 'End tour' }));
  expect(title()).toBeUndefined();
  cleanup();
  open('maya');
  expect(title()).toBeUndefined();
  cleanup();
  open('leo');
  await screen.findByRole('heading', { name: 'Welcome to Caseload' });
});

test('can be skipped at once, and shown again from Help', async () => {
  const user = open(
    'maya',
    <>
      <FirstRunTour />
      <HelpSheet pathname="/home" hasPages={false} onClose={() => undefined} />
    </>,
  );
  // Help covers it: pressed as if it didn't.
  (await screen.findByText('Skip tour')).click();
  await waitFor(() => expect(screen.queryByText('Welcome to Caseload')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Show the tour again' }));
  await screen.findByText('Welcome to Caseload');
});

test('is off where automated tests say so', async () => {
  localStorage.setItem('caseload-tour', 'off');
  open('maya');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(title()).toBeUndefined();
});

test('has fewer steps where there is no menu', () => {
  expect(tourSteps(true).map((step) => step.title)).toContain('Your whole day is here');
  expect(tourSteps(true).length).toBeLessThan(tourSteps(false).length);
});
