import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#contract/errors.ts';
import type { EndpointName } from '#contract/index.ts';
import {
  OFFICE_LISTS,
  regions,
  serviceCategories,
  subRegions,
} from '#features/office-lists/office-lists.tsx';
import { NoAnswer } from '#sync/api-client.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { openReport } from '#tests/support/open-report.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

interface Kept {
  id: string;
  name: string;
  archived: boolean;
  version: number;
}
const NORTH = { id: uuidv7(), name: 'North', region_number: '01', archived: false, version: 3 };
const EAST = { id: uuidv7(), name: 'East', region_number: '12', archived: true, version: 2 };
const COAST = { id: uuidv7(), name: 'Coast', region: NORTH.id, archived: false, version: 1 };
const BAY = { id: uuidv7(), name: 'Bay Shore', region: EAST.id, archived: false, version: 1 };
const THERAPY = { id: uuidv7(), name: 'Therapy', archived: false, version: 1 };

let device: TestDevice;
let lists: Record<string, Kept[]>;
/** What the server says instead of taking a write. */
let fault: Error | null;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  lists = {
    region: [NORTH, EAST],
    'sub-region': [COAST],
    'service-category': [THERAPY],
    service: [],
    client: [],
  };
  fault = null;
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

/** A server that keeps the lists. */
function answer(name: EndpointName, input: { body?: unknown; params?: Record<string, string> }): unknown {
  const [list = '', verb] = name.split('.');
  const kept = lists[list] ?? [];
  if (fault !== null) throw fault;
  if (verb === 'list') return kept;
  if (verb === 'list-all') return kept.filter(({ archived }) => !archived);
  if (verb === 'list-archived') return kept.filter(({ archived }) => archived);
  const row = kept.find(({ id }) => id === input.params?.id);
  const others = kept.filter((one) => one !== row);
  lists[list] =
    verb === 'delete'
      ? others
      : [...others, { ...row, ...(input.body as Kept), version: (row?.version ?? 0) + 1 }];
  return undefined;
}

const [, , , , locations] = OFFICE_LISTS;
const REPORTS = { regions, 'sub-regions': subRegions, 'service categories': serviceCategories, locations };
function open(name: keyof typeof REPORTS, start: Record<string, unknown> = {}) {
  return openReport(device, REPORTS[name], answer, { start });
}
/** The table on the screen; the one on paper says the same. */
const tableOf = (name: string) => screen.findByRole('grid', { name: new RegExp(`^${name}$`, 'i') });
async function rowOf(list: string, name: string): Promise<HTMLElement> {
  return (await within(await tableOf(list)).findByTitle(name)).closest('tr') as HTMLElement;
}
async function expectGone(list: string, name: string): Promise<void> {
  await waitFor(async () => {
    const table = screen.queryByRole('grid', { name: new RegExp(`^${list}$`, 'i') });
    expect(table === null ? null : within(table).queryByTitle(name)).toBeNull();
  });
}

describe.each([
  ['regions', 'region', { Name: 'South', 'Region number': '04' }, { name: 'South', region_number: '04' }],
  ['sub-regions', 'sub-region', { Name: 'Bay' }, { name: 'Bay', region: NORTH.id }],
  ['service categories', 'service-category', { Name: 'Testing' }, { name: 'Testing' }],
] as const)('the list of %s', (name, call, entered, sent) => {
  const singular = { region: 'region', 'sub-region': 'sub-region', 'service-category': 'category' }[call];

  test('takes a new one once, and shows it', async () => {
    const { office, user } = open(name);
    await user.click(await screen.findByRole('button', { name: `Add ${singular}` }));
    const form = await screen.findByRole('form', { name: `New ${singular}` });
    if (call === 'sub-region') {
      await within(form).findByRole('option', { name: 'North' });
      expect(within(form).queryByRole('option', { name: 'East' })).toBeNull();
      await user.selectOptions(within(form).getByLabelText('Region'), 'North');
    }
    for (const [label, value] of Object.entries(entered)) {
      await user.type(within(form).getByLabelText(label), ` ${value} `);
    }
    await user.dblClick(within(form).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
    expect(await rowOf(name, sent.name)).toBeTruthy();
    const writes = office.calls.filter(([one]) => one === `${call}.create`);
    expect(writes).toHaveLength(1);
    expect(writes[0]?.[1].body).toEqual({ ...sent, archived: false, id: writes[0]?.[1].params?.id });
  });

  test('says at the field what is missing', async () => {
    const { office, user } = open(name);
    await user.click(await screen.findByRole('button', { name: `Add ${singular}` }));
    const form = await screen.findByRole('form', { name: `New ${singular}` });
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    expect(await within(form).findAllByText('This field is required.')).not.toEqual([]);
    expect(within(form).getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');
    expect(office.calls.filter(([one]) => one === `${call}.create`)).toEqual([]);
  });

  test('opens a row in its form, which changes and deletes it', async () => {
    if (call === 'region') lists['sub-region'] = [];
    const { office, user } = open(name);
    const [row] = lists[call] ?? [];
    await user.click(within(await rowOf(name, row?.name ?? '')).getByTitle(row?.name ?? ''));
    const form = await screen.findByRole('form', { name: `Edit ${singular}` });
    await user.type(within(form).getByLabelText('Name'), ' renamed');
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    const renamed = await rowOf(name, `${row?.name} renamed`);
    expect(office.calls.find(([one]) => one === `${call}.update`)?.[1]).toMatchObject({
      ...{ params: { id: row?.id }, body: { name: `${row?.name} renamed` } },
      write: { base_version: row?.version },
    });

    fault = null;
    await user.click(within(renamed).getByTitle(`${row?.name} renamed`));
    fault = new ApiError('record.in-use');
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'CONFIRM' }));
    expect((await screen.findByRole('alert')).textContent).toContain('This is in use. Archive it instead.');
    fault = null;
    await user.click(screen.getByRole('button', { name: 'CONFIRM' }));
    await waitFor(() => expect(screen.queryByRole('form', { hidden: true })).toBeNull());
    await expectGone(name, `${row?.name} renamed`);
  });

  test('archives a row, after asking', async () => {
    const { office, user } = open(name);
    const [row] = lists[call] ?? [];
    await user.click(within(await rowOf(name, row?.name ?? '')).getByRole('button', { name: /^Archive/ }));
    await user.click(await screen.findByRole('button', { name: 'CONFIRM' }));
    await expectGone(name, row?.name ?? '');
    expect(office.calls.find(([one]) => one === `${call}.update`)?.[1]).toMatchObject({
      ...{ params: { id: row?.id }, body: { archived: true } },
      write: { base_version: row?.version },
    });
  });
});

describe('an entry in use', () => {
  const openForm = async (user: ReturnType<typeof open>['user'], list: string, name: string) => {
    await user.click(within(await rowOf(list, name)).getByTitle(name));
    return screen.findByRole('form');
  };

  test('is archived instead of deleted, which the question says before', async () => {
    const { office, user } = open('regions');
    await user.click(
      within(await openForm(user, 'regions', 'North')).getByRole('button', { name: 'Delete' }),
    );
    const question = await screen.findByRole('alertdialog', { name: 'Confirmation - Archive' });
    expect(question.textContent).toContain(
      "North, 01 can't be deleted. 1 sub-region uses it and will keep it. Once archived, it can't be chosen for new records. Are you sure you want to Archive North, 01?",
    );
    await user.click(within(question).getByRole('button', { name: 'CONFIRM' }));
    await waitFor(() => expect(screen.queryByRole('form', { hidden: true })).toBeNull());
    await expectGone('regions', 'North');
    const writes = office.calls.filter(([one]) => /update|delete/.test(one));
    expect(writes.map(([one, { body }]) => [one, body])).toEqual([['region.update', { archived: true }]]);
  });

  test('says before it is archived that clients name it, too', async () => {
    const of = (name: string) => ({ id: uuidv7(), name, regions: [NORTH.id], archived: false, version: 1 });
    lists.client = [of('Alder Union'), of('Birch Union')];
    const { user } = open('regions');
    await user.click(within(await rowOf('regions', 'North')).getByRole('button', { name: /^Archive/ }));
    expect((await screen.findByRole('alertdialog')).textContent).toContain(
      '1 sub-region and 2 clients use it and will keep it.',
    );
  });

  test('says that it stays, once it is archived', async () => {
    lists['sub-region'] = [BAY];
    const { user } = open('regions', { show: 'archived' });
    const form = await openForm(user, 'regions', 'East');
    expect(within(form).queryByRole('button', { name: 'Delete' })).toBeNull();
    expect(within(form).getByText(/Can't be deleted. 1 sub-region uses it/)).toBeTruthy();
  });

  test('says before it is archived what uses it', async () => {
    const of = (name: string) => ({ id: uuidv7(), name, category: THERAPY.id, archived: false, version: 1 });
    lists.service = [of('Speech'), of('Physical')];
    const { user } = open('service categories');
    const row = await rowOf('service categories', 'Therapy');
    await user.click(within(row).getByRole('button', { name: /^Archive/ }));
    expect((await screen.findByRole('alertdialog')).textContent).toContain(
      "2 services use it and will keep it. Once archived, it can't be chosen for new records.",
    );
  });
});

test('archiving instead of deleting that comes too late says who changed what, and asks', async () => {
  const { office, user } = open('regions');
  await user.click(within(await rowOf('regions', 'North')).getByTitle('North'));
  await user.click(within(await screen.findByRole('form')).getByRole('button', { name: 'Delete' }));
  const changed = { by: uuidv7(), by_name: 'Dana Ruiz', at: '2026-03-10T17:42:00.000Z' };
  fault = new ApiError('record.stale', { current: { ...NORTH, name: 'Upper North', version: 8 }, changed });
  await user.click(await screen.findByRole('button', { name: 'CONFIRM' }));
  const dialog = await screen.findByRole('dialog', { name: 'Someone else changed this' });
  const anyway = await within(dialog).findByRole('button', { name: 'Archive anyway' });
  expect(dialog.textContent).toContain('Changed by Dana Ruiz');
  expect(dialog.textContent).toContain('It wasNorthIt is nowUpper North');
  fault = null;
  await user.click(anyway);
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  const writes = office.calls.filter(([name]) => /^region\.(update|delete)$/.test(name));
  expect(writes).toMatchObject([
    ['region.update', { body: { archived: true }, write: { base_version: NORTH.version } }],
    ['region.update', { body: { archived: true }, write: { base_version: 8 } }],
  ]);
});

test('a form that was refused because someone else changed the entry opens again with their change', async () => {
  const { office, user } = open('regions');
  const openNorth = async (name: string) => {
    await user.click(within(await rowOf('regions', name)).getByTitle(name));
    return screen.findByRole('form');
  };
  const form = await openNorth('North');
  lists.region = [{ ...NORTH, name: 'Upper North', version: 4 }, EAST];
  await user.type(within(form).getByLabelText('Region number'), '5');
  fault = new ApiError('record.stale');
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  await screen.findByText(/Open it again to see the latest version/);
  fault = null;
  await user.click(within(form).getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  const again = await openNorth('Upper North');
  await user.clear(within(again).getByLabelText('Region number'));
  await user.type(within(again).getByLabelText('Region number'), '05');
  await user.click(within(again).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  expect(office.calls.filter(([one]) => one === 'region.update').at(-1)?.[1]).toMatchObject({
    write: { base_version: 4 },
  });
});

test('a number that another region has is refused at its field', async () => {
  const { user } = open('regions');
  await user.click(await screen.findByRole('button', { name: 'Add region' }));
  await user.type(screen.getByLabelText('Name'), 'South');
  await user.type(screen.getByLabelText('Region number'), '01');
  fault = new ApiError('request.invalid', {
    fields: { region_number: '01 is already the number of North.' },
  });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('01 is already the number of North.');
  expect(screen.getByLabelText('Region number').getAttribute('aria-invalid')).toBe('true');
});

test('an archived region is offered only to the sub-region that is in it, and marked', async () => {
  lists['sub-region'] = [COAST, BAY];
  const { user } = open('sub-regions');
  const offered = async (name: string) => {
    await user.click(within(await rowOf('sub-regions', name)).getByTitle(name));
    const form = await screen.findByRole('form');
    await within(form).findByRole('option', { name: 'North' });
    const options = within(form)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    await user.click(within(form).getByRole('button', { name: 'Cancel' }));
    return options;
  };
  expect(await offered('Coast')).toEqual(['Choose a region', 'North']);
  expect(await offered('Bay Shore')).toEqual(['Choose a region', 'North', 'East (archived)']);
});

test('a school of an archived client shows the client in the list and in the form, and keeps it', async () => {
  const alder = { id: uuidv7(), name: 'Alder Union', active: 0, archived: true, version: 1 };
  const birch = { id: uuidv7(), name: 'Birch Union', active: 1, archived: false, version: 1 };
  const school = { id: '101', name: 'Heron School', client: alder.id, is_billable: true, archived: false };
  lists = { client: [alder, birch], location: [{ ...school, version: 1 } as Kept] };
  const { office, user } = open('locations');
  const row = await rowOf('locations', 'Heron School');
  expect(within(row).getByText('Alder Union')).toBeTruthy();
  await user.click(within(row).getByTitle('Heron School'));
  const form = await screen.findByRole('form');
  await within(form).findByRole('option', { name: 'Alder Union (archived)' });
  expect(within(form).getByLabelText<HTMLSelectElement>('Client').value).toBe(alder.id);
  await user.type(within(form).getByLabelText('Name'), ' East');
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  expect(office.calls.find(([one]) => one === 'location.update')?.[1].body).toMatchObject({
    name: 'Heron School East',
  });
  expect(lists.location).toMatchObject([{ client: alder.id }]);
});

test('archived regions are shown where they are asked for, and restored there', async () => {
  const { user } = open('regions', { show: 'archived' });
  const east = await rowOf('regions', 'East');
  expect(within(east).getByText('Archived')).toBeTruthy();
  expect(within(await tableOf('regions')).queryByText('North')).toBeNull();
  await user.click(within(east).getByRole('button', { name: /^Restore ?East, 12/ }));
  await user.click(await screen.findByRole('button', { name: 'CONFIRM' }));
  await waitFor(() => expect(lists.region?.find(({ id }) => id === EAST.id)?.archived).toBe(false));
});

test('a search looks through the names of what a row is in, too', async () => {
  open('sub-regions', { search: 'north' });
  expect(within(await rowOf('sub-regions', 'Coast')).getByText('North')).toBeTruthy();
});

test('offline, the list is read as it was last, and a write says that it needs a connection', async () => {
  open('regions');
  await rowOf('regions', 'North');
  cleanup();
  fault = new NoAnswer();
  const { user } = open('regions');
  expect(await rowOf('regions', 'North')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Add region' }));
  await user.type(await screen.findByLabelText('Name'), 'South');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toContain(
    'You need a connection to make this change.',
  );
});
