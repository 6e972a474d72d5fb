import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { filteredRows } from '#contract/report-files/chosen-rows.ts';
import {
  type Device,
  deviceRows,
  deviceTotals,
  isOlderVersion,
  stateWords,
} from '#features/devices/device-rows.ts';
import { devices } from '#features/devices/devices.tsx';

const OWN = { device_id: randomUUID(), app_version: '1.4.0' };

function device(fields: Partial<Device> = {}): Device {
  return {
    id: randomUUID(),
    user_id: randomUUID(),
    ...{ username: 'somebody', name: 'Some Body' },
    app_version: '1.4.0',
    last_contact_at: '2026-03-10T17:00:00.000Z',
    unsent_count: 0,
    unsent_since: null,
    lost_at: null,
    wiped_at: null,
    ...fields,
  };
}

test.each([
  ['1.4.0', false],
  ['1.4', false],
  ['1.3.9', true],
  ['1.10.0', false],
  ['0.9.12', true],
  ['1.4.0.1', false],
  ['2.0.0', false],
  ['', true],
  ['unknown', true],
])('version "%s" is older than 1.4.0: %s', (version, isOlder) => {
  expect(isOlderVersion(version, '1.4.0')).toBe(isOlder);
});

test.each([
  [{ lost_at: null, wiped_at: null }, 'In use'],
  [{ lost_at: '2026-03-10T17:00:00.000Z', wiped_at: null }, 'Lost – waiting for it to connect'],
  [
    { lost_at: '2026-03-09T17:00:00.000Z', wiped_at: '2026-03-10T17:05:00.000Z' },
    'Lost – data erased 03/10/2026 10:05 AM',
  ],
])('a device with %j is described as "%s"', (fields, words) => {
  expect(stateWords(fields)).toBe(words);
});

describe('the list of devices', () => {
  const waiting = device({ name: 'Maya Rivera', unsent_count: 3, unsent_since: '2026-03-09T08:00:00.000Z' });
  const oldest = device({ name: 'leo', unsent_count: 1, unsent_since: '2026-03-01T08:00:00.000Z' });
  const lost = device({ id: OWN.device_id, name: 'ada', lost_at: '2026-03-09T08:00:00.000Z' });
  const old = device({ name: 'ben', app_version: '1.3.0' });
  const rows = deviceRows([waiting, oldest, lost, old], OWN);

  test('names people as the server does', () => {
    expect(rows.map(({ person }) => person)).toEqual(['Maya Rivera', 'leo', 'ada', 'ben']);
  });

  test('knows its own device and an older app', () => {
    expect(rows.map(({ isOwn }) => isOwn)).toEqual([false, false, true, false]);
    expect(rows.map(({ isOutdated }) => isOutdated)).toEqual([false, false, false, true]);
  });

  test('summarizes who has unsynced changes, and since when', () => {
    expect(deviceTotals(rows)).toEqual({
      devices: 4,
      unsent: 2,
      unsent_since: '2026-03-01T08:00:00.000Z',
      lost: 1,
    });
    expect(deviceTotals([])).toEqual({ devices: 0, unsent: 0, unsent_since: null, lost: 0 });
  });

  test.each([
    ['all', '', ['Maya Rivera', 'leo', 'ada', 'ben']],
    ['unsent', '', ['Maya Rivera', 'leo']],
    ['lost', '', ['ada']],
    ['outdated', '', ['ben']],
    ['all', ' MAYA ', ['Maya Rivera']],
    ['all', '1.3.0', ['ben']],
    ['unsent', 'leo', ['leo']],
    ['lost', 'leo', []],
    ['all', waiting.id.slice(-6), ['Maya Rivera']],
  ] as const)('shows of "%s" with the words "%s" %j', (show, search, people) => {
    const address = show === 'all' ? { search } : { show, search };
    expect(filteredRows(devices, rows, address).map(({ person }) => person)).toEqual(people);
  });
});
