import { randomUUID } from 'node:crypto';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RescueFile } from '#contract/quarantine.ts';
import { RescueImport } from '#features/devices/rescue-import.tsx';
import { readRescueFile } from '#features/devices/rescue-reading.ts';
import { NoAnswer } from '#sync/api-client.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { scriptedOffice, showTo, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const write = (captured_at: string) => ({
  write_id: randomUUID(),
  base_version: null,
  depends_on: [],
  captured_at,
  sealed: 'c2VhbGVk',
});
const WRITES = [
  write('2026-03-08T18:00:00.000Z'),
  write('2026-03-09T18:00:00.000Z'),
  write('2026-03-10T15:00:00.000Z'),
] as const;
const FILE: RescueFile = {
  format: 'caseload-rescue',
  format_version: 1,
  device_id: randomUUID(),
  user_id: randomUUID(),
  app_version: '0.1.0',
  exported_at: '2026-03-10T17:30:00.000Z',
  writes: [...WRITES],
};

const fileOf = (content: unknown) =>
  new File([typeof content === 'string' ? content : JSON.stringify(content)], 'rescue.json', {
    type: 'application/json',
  });

describe('reading a rescue file', () => {
  test('returns its contents', async () => {
    expect(await readRescueFile(fileOf(FILE))).toEqual(FILE);
  });

  test.each([
    ['a picture', '\u0089PNG', "This isn't a Caseload rescue file."],
    ['another export', { what: 'New session' }, "This isn't a Caseload rescue file."],
    ['nothing', '', "This isn't a Caseload rescue file."],
    ['a newer one', { ...FILE, format_version: 2 }, 'made by a newer version of the app'],
    ['a damaged one', { ...FILE, writes: [{ ...WRITES[0], sealed: '%' }] }, 'Damaged: writes.0.sealed.'],
    ['one with more in it', { ...FILE, name: 'Maya' }, 'damaged'],
    ['an empty one', { ...FILE, writes: [] }, 'is empty'],
  ])('rejects %s', async (_, content, words) => {
    await expect(readRescueFile(fileOf(content))).rejects.toThrow(words);
  });

  test("rejects one that the server wouldn't accept, without reading it", async () => {
    const text = vi.fn();
    await expect(readRescueFile({ size: 17 * 1_024 * 1_024, text })).rejects.toThrow('too large');
    expect(text).not.toHaveBeenCalled();
  });
});

describe('the import of a rescue file', () => {
  let device: TestDevice;
  beforeEach(async () => {
    cloneInOwnRealm();
    stubLayout();
    device = await openDevice();
  });
  afterEach(async () => {
    cleanup();
    vi.unstubAllGlobals();
    await device.close();
  });

  function open(answer: Parameters<typeof scriptedOffice>[0]) {
    const office = scriptedOffice(answer);
    showTo(device, office, <RescueImport />);
    return { office, user: userEvent.setup() };
  }

  test('shows what is in the file before sending anything, then the result of each change', async () => {
    const { office, user } = open(() => ({
      author_name: 'Maya Rivera',
      answers: [
        { write_id: WRITES[0].write_id, status: 201, code: null, message: null, version: 1 },
        { write_id: WRITES[1].write_id, status: 202, code: null, message: null, version: null },
        {
          write_id: WRITES[2].write_id,
          status: 422,
          code: 'request.invalid',
          message: 'Some fields need your attention.',
          fields: { start_time: 'The start is in the future.' },
          version: null,
        },
      ],
    }));
    await user.upload(screen.getByLabelText('Rescue file'), fileOf(FILE));
    const button = await screen.findByRole('button', { name: 'Import 3 changes' });
    expect(screen.getByText('03/10/2026 10:30 AM')).toBeDefined();
    expect(screen.getByText('03/08/2026 11:00 AM to 03/10/2026 08:00 AM')).toBeDefined();
    expect(office.calls).toEqual([]);

    await user.click(button);
    const answers = await screen.findByRole('list', { name: 'Results' });
    expect(office.calls).toEqual([['rescue.import', { body: FILE }]]);
    expect(screen.getByRole('heading', { name: '3 changes from Maya Rivera' })).toBeDefined();
    const [taken, kept, refused] = within(answers).getAllByRole('listitem');
    expect(taken?.textContent).toContain('On the server');
    expect(kept?.textContent).toContain('Held for review');
    expect(refused?.textContent).toContain('The start is in the future.');
    // It can be imported again.
    expect(screen.getByRole('button', { name: 'Import 3 changes' })).toBeDefined();
  });

  test("sends nothing of a file that isn't a rescue file", async () => {
    const { office, user } = open(() => undefined);
    await user.upload(screen.getByLabelText('Rescue file'), fileOf('{"a":1}'));
    expect(await screen.findByText("This isn't a Caseload rescue file.")).toBeDefined();
    expect(screen.queryByRole('button', { name: /Import/ })).toBeNull();
    expect(office.calls).toEqual([]);
  });

  test("keeps the file selected if the server can't be reached", async () => {
    const { user } = open(() => {
      throw new NoAnswer();
    });
    await user.upload(screen.getByLabelText('Rescue file'), fileOf(FILE));
    await user.click(await screen.findByRole('button', { name: 'Import 3 changes' }));
    expect(await screen.findByText(/Can't reach the server/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Import 3 changes' })).toBeDefined();
  });
});
