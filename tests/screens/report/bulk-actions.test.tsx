import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '#contract/errors.ts';
import { ROLES } from '#domain/access/roles.ts';
import { defineReport, fromServer } from '#screens/report/define-report.ts';
import type { ReportAction } from '#screens/report/report-action.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { openReport } from '#tests/support/open-report.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

interface Line {
  id: string;
  name: string;
}
const LINES: Line[] = ['Ana', 'Ben', 'Cleo'].map((name) => ({ id: name.toLowerCase(), name }));

const closing: ReportAction<Line> = {
  ...{ id: 'close', label: 'Close', done: 'Closed', nouns: ['line', 'lines'] },
  may: ({ role }) => role === ROLES.admin,
  refusal: ({ name }) => (name === 'Ana' ? 'Ana is closed already.' : null),
  summary: (rows) => [`${rows.length} lines close for good.`],
  effect: () => 'for good',
  needsNote: () => true,
  run: async ({ id }, note, { engine }) => {
    await engine.api.call('lunch.acknowledge', { params: { id }, body: { note } });
  },
};

const linesOf = (rows: readonly Line[], action = closing) =>
  defineReport(
    {},
    {
      id: 'lines',
      title: 'Lines',
      label: 'Lines',
      rows: fromServer({ name: 'lines', ask: (api) => api.call('device.list'), rows: () => rows }),
      rowId: ({ id }) => id,
      rowName: ({ name }) => name,
      opens: ({ id }) => id,
      filters: {},
      columns: [{ id: 'name', header: 'Name', value: ({ name }) => name }],
      sort: { id: 'name', desc: false },
      actions: [action],
      empty: { title: 'No lines here', help: 'Lines appear here.' },
    },
  );
const lines = linesOf(LINES);

let device: TestDevice;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  await device.close();
});

function open(role?: string) {
  return openReport(
    device,
    lines,
    (name, { params }) => {
      if (name !== 'lunch.acknowledge') return [];
      if (params?.id === 'cleo') throw new ApiError('decision.made');
      return {};
    },
    role === undefined ? {} : { role },
  );
}

describe('a bulk action', () => {
  test('shows what will change before, and what was done and rejected after', async () => {
    const { user, office } = open();
    await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
    const bar = screen.getByRole('region', { name: 'Selected rows' });
    expect(bar.textContent).toContain('3 selected');
    await user.click(within(bar).getByRole('button', { name: 'Close 2 lines' }));

    const dialog = await screen.findByRole('dialog', { name: 'Close 2 lines' });
    expect(dialog.textContent).toContain('2 lines close for good.');
    const listed = (name: string) =>
      within(within(dialog).getByRole('list', { name }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    expect(listed('To be closed')).toEqual(['Ben: for good', 'Cleo: for good']);
    expect(listed('Not included: 1 line')).toEqual(['Ana: Ana is closed already.']);

    await user.click(within(dialog).getByRole('button', { name: 'Close 2 lines' }));
    expect(within(dialog).getByText('Enter a note.')).toBeDefined();
    expect(office.calls.filter(([name]) => name === 'lunch.acknowledge')).toEqual([]);
    await user.type(within(dialog).getByLabelText('Note'), 'Year is over');
    await user.click(within(dialog).getByRole('button', { name: 'Close 2 lines' }));

    expect(await within(dialog).findByText('Closed: 1 line')).toBeDefined();
    expect(listed('Not changed: 1 line')).toEqual(['Cleo: Someone has already reviewed this.']);
    expect(
      office.calls
        .filter(([name]) => name === 'lunch.acknowledge')
        .map(([, { body, params }]) => [params, body]),
    ).toEqual([
      [{ id: 'ben' }, { note: 'Year is over' }],
      [{ id: 'cleo' }, { note: 'Year is over' }],
    ]);
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(screen.getByRole('region', { name: 'Selected rows' }).textContent).toContain('1 selected');
    expect(screen.getByRole('checkbox', { name: 'Select Cleo' }).getAttribute('aria-checked')).toBe('true');
  });

  test('counts many rows that are refused for one reason, and names them on request', async () => {
    const names = ['Dora', 'Eli', 'Fay', 'Gus', 'Hal', 'Ida'];
    const closed = linesOf([...LINES, ...names.map((name) => ({ id: name, name }))], {
      ...closing,
      refusal: ({ name }) => (name === 'Ben' ? null : 'Closed already.'),
    });
    const { user } = openReport(device, closed, () => [], {});
    await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
    await user.click(screen.getByRole('button', { name: 'Close 1 line' }));
    const dialog = await screen.findByRole('dialog', { name: 'Close 1 line' });
    const reasons = within(dialog).getByRole('list', { name: 'Not included: 8 lines' });
    expect(within(reasons).getByText(/^8 lines:/).textContent).toBe('8 lines: Closed already.');
    expect(within(reasons).getByText('Which lines').closest('details')?.open).toBe(false);
    expect(within(reasons).getByText(`Ana; Cleo; ${names.join('; ')}`)).toBeDefined();
  });

  test('works by keyboard alone: Space selects a row, Enter still opens it', async () => {
    const { user, opened } = open();
    await screen.findByRole('checkbox', { name: 'Select Ana' });
    const [, first, second] = screen.getAllByRole('row');
    act(() => first?.focus());
    await user.keyboard(' {ArrowDown} ');
    expect(first?.getAttribute('aria-selected')).toBe('true');
    expect(second?.getAttribute('aria-selected')).toBe('true');
    expect(screen.getByRole('region', { name: 'Selected rows' }).textContent).toContain('2 selected');
    await user.keyboard(' {Enter}');
    expect(screen.getByRole('region', { name: 'Selected rows' }).textContent).toContain('1 selected');
    expect(opened).toEqual(['ben']);
  });

  test('is only offered to people with permission', async () => {
    open(ROLES.supervisor);
    await screen.findByRole('grid', { name: 'Lines' });
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});
