import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defineReport, fromDevice } from '#screens/report/define-report.ts';
import type { Why, WhyPart } from '#screens/report/why.tsx';
import { NoAnswer } from '#sync/api-client.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { openReport } from '#tests/support/open-report.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

interface Line {
  name: string;
  minutes: number;
}
const LINES: Line[] = [
  { name: 'Ana', minutes: 90 },
  { name: 'Ben', minutes: 30 },
  { name: 'Cleo', minutes: 0 },
];

function linesWith(parts: Why['parts']) {
  return defineReport(
    {},
    {
      id: 'lines',
      title: 'Lines',
      label: 'Lines',
      rows: fromDevice<Record<never, never>, Line>(() => LINES),
      rowId: ({ name }) => name,
      opens: ({ name }) => name,
      filters: {},
      columns: [
        { id: 'name', header: 'Name', value: ({ name }) => name },
        { id: 'minutes', header: 'Paid', kind: 'duration', value: ({ minutes }) => minutes },
      ],
      why({ name, minutes }, column) {
        if (column !== 'minutes' || minutes === 0) return null;
        return () => ({ title: `Paid, ${name}`, rule: 'Minutes of sessions.', parts });
      },
      sort: { id: 'name', desc: false },
      empty: { title: 'No lines here', help: 'Lines appear here.' },
    },
  );
}

const PARTS: readonly WhyPart[] = [
  {
    ...{ id: 'monday', label: 'Mon 03/09/2026', figure: '1:30', to: { kind: 'day', id: '2026-03-09' } },
    parts: [{ id: 's1', label: '9:00 AM, Mia R.', figure: '1:30', to: { kind: 'session', id: 's1' } }],
  },
];

let device: TestDevice;
let fault: Error | null;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  fault = null;
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  await device.close();
});

function open(parts: Why['parts']) {
  return openReport(device, linesWith(parts), () => {
    if (fault !== null) throw fault;
    return [];
  });
}

describe('why this number', () => {
  test('lists the days and records of a figure, with their links', async () => {
    const { user } = open(PARTS);
    await user.click(await screen.findByRole('button', { name: '1:30, why this number' }));
    const dialog = await screen.findByRole('dialog', { name: 'Why this number' });
    expect(within(dialog).getByRole('heading').textContent).toBe('Paid, Ana');
    expect(dialog.textContent).toContain('Minutes of sessions.');
    const link = (name: string) => within(dialog).getByRole('link', { name }).getAttribute('href');
    expect(link('Mon 03/09/2026')).toBe('#day/2026-03-09');
    expect(link('9:00 AM, Mia R.')).toBe('#session/s1');
  });

  test("isn't offered if there is nothing to explain", async () => {
    open(PARTS);
    await screen.findByRole('grid');
    expect(screen.getAllByRole('button', { name: /why this number/ })).toHaveLength(2);
  });

  test('works by keyboard alone: Tab moves from the active row to its figures, Escape returns to them', async () => {
    const { user, opened } = open(PARTS);
    await screen.findByRole('grid');
    const [, first] = screen.getAllByRole('row');
    act(() => first?.focus());
    await user.keyboard('{ArrowDown}{Tab}{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Why this number' });
    expect(within(dialog).getByRole('heading').textContent).toBe('Paid, Ben');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement?.textContent).toContain('0:30');
    expect(opened).toEqual([]);
  });

  test("asks the server only on request, and says so if it can't be reached", async () => {
    const { user, office } = open(async (api) => {
      await api.call('device.list');
      return PARTS;
    });
    const figure = await screen.findByRole('button', { name: /^1:30/ });
    expect(office.calls).toEqual([]);
    fault = new NoAnswer();
    await user.click(figure);
    fault = null;
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Mon 03/09/2026')).toBeDefined();
    expect(office.calls).toHaveLength(2);
  });
});
