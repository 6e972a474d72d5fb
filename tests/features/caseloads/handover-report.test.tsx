import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ListedMove } from '#contract/caseload-moves.ts';
import { handovers } from '#features/caseloads/handover-report.tsx';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { openReport } from '#tests/support/open-report.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const [PAULA, SVEN] = [uuidv7(), uuidv7()];
// The test device's clock is at 03/10/2026 11:00 AM Pacific.
const LEAVE: ListedMove = {
  ...{ id: uuidv7(), subject: PAULA, subject_name: 'Paula Finch', target: SVEN, target_name: 'Sven Holt' },
  ...{ start_date: '2026-03-02', end_date: null, note: 'Parental leave.', hands_back: null },
  ...{ made_at: '2026-02-20T18:00:00.000Z', made_by_name: 'Ana Cruz', services: 6, events: 1 },
  ...{ undone_at: null, handed_back_at: null },
};
const SPRING: ListedMove = {
  ...LEAVE,
  ...{ id: uuidv7(), start_date: '2026-04-06', end_date: '2026-04-17', note: '', services: 1, events: 0 },
};
const TRIP: ListedMove = {
  ...{ ...LEAVE, id: uuidv7(), start_date: '2026-01-12', end_date: '2026-01-30', note: 'Trip.' },
  handed_back_at: '2026-01-20T18:00:00.000Z',
};
const BACK: ListedMove = {
  ...{ ...TRIP, id: uuidv7(), subject: SVEN, subject_name: 'Sven Holt', target: PAULA },
  ...{ target_name: 'Paula Finch', hands_back: TRIP.id, handed_back_at: null, note: '' },
};
const MISTAKE: ListedMove = { ...SPRING, id: uuidv7(), undone_at: '2026-03-01T18:00:00.000Z' };

let device: TestDevice;
let asked: unknown[];
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  asked = [];
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

function open(start: Record<string, unknown> = {}) {
  return openReport(
    device,
    handovers,
    (name, { query }) => {
      if (name !== 'caseload-move.list-all') return undefined;
      asked.push(query);
      return { as_of: '2026-03-10T18:00:00.000Z', moves: [LEAVE, SPRING, TRIP, BACK, MISTAKE] };
    },
    { start },
  );
}

async function rows(): Promise<string[]> {
  const grid = await screen.findByRole('grid', { name: 'Hand-overs' });
  return within(grid)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent ?? '');
}

test('asks for the fiscal year, and lists every hand-over with its days and what became of it', async () => {
  const { opened, user } = open();
  const shown = await rows();
  expect(asked).toEqual([{ start_date: '2025-07-01', end_date: '2026-06-30' }]);
  expect(shown).toHaveLength(5);
  const of = (state: string) => shown.filter((words) => words.includes(state));
  expect(of('Active')).toEqual([
    'Paula FinchSven Holt03/02/2026No end dateActive6 services1 event02/20/2026Ana CruzParental leave.',
  ]);
  expect(of('Upcoming')).toHaveLength(1);
  expect(of('Handed back01/20/2026')).toHaveLength(1);
  expect(of('Undone03/01/2026')).toHaveLength(1);
  expect(of('Ended')).toEqual([expect.stringContaining('Sven HoltHand-backPaula Finch')]);
  await user.click(screen.getByText('Parental leave.'));
  expect(opened).toEqual([PAULA]);
});

test('is filtered by status, by provider or substitute, and by days', async () => {
  const { user } = open({ status: 'active', from: '2026-03-01', to: '2026-03-31' });
  expect(await rows()).toHaveLength(1);
  expect(asked).toEqual([{ start_date: '2026-03-01', end_date: '2026-03-31' }]);
  await user.selectOptions(screen.getByLabelText('Status'), 'Handed back');
  await waitFor(async () => expect((await rows())[0]).toContain('01/12/2026'));
  await user.selectOptions(screen.getByLabelText('Status'), 'All');
  await user.type(screen.getByRole('searchbox'), 'trip');
  await waitFor(async () => expect(await rows()).toHaveLength(1));
});
