import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from '#contract/errors.ts';
import type { BankSearch } from '#features/soap-options/bank-search.ts';
import { SoapOptions } from '#features/soap-options/soap-options.tsx';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { NoAnswer } from '#sync/api-client.ts';
import { openDevice, pulledSoFar, type TestDevice } from '#tests/support/device.ts';
import { InRouter } from '#tests/support/in-router.tsx';
import { scriptedOffice, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';
import { workbookFile } from '#ui/workbook.ts';

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

/** When what was imported has arrived on the device. */
let arrival = Promise.resolve();

function show(role: string, search: BankSearch, call: (name: string, input: unknown) => Promise<unknown>) {
  const { workspace } = device;
  const engine = { ...scriptedOffice(() => null).engine, api: { call }, refresh: () => arrival };
  const profile = { user_id: workspace.user_id, provider_id: null, auth: role, grants: [], services: [] };
  render(
    <SignedInContext value={{ profile, workspace, engine } as unknown as SignedInDevice}>
      <SoapOptions search={search} onSearch={vi.fn()} />
    </SignedInContext>,
    { wrapper: InRouter },
  );
}

test('an entry is sent with its translations, and an error is shown at its field', async () => {
  const answers = [
    new ApiError('request.invalid', { fields: { option_text: 'It is there already.' } }),
    null,
  ];
  const call = vi.fn(async (_name: string, _input: unknown) => {
    const answer = answers.shift();
    if (answer instanceof ApiError) throw answer;
  });
  show('3', {}, call);
  await userEvent.click(await screen.findByRole('button', { name: 'Add goal' }));
  const form = await screen.findByRole('form', { name: 'New goal' });
  await userEvent.type(within(form).getByLabelText('Text'), 'Orders lunch.');
  await userEvent.type(within(form).getByLabelText('Spanish'), 'Pide el almuerzo.');
  await userEvent.click(within(form).getByRole('button', { name: 'Save' }));
  expect(await within(form).findByText('It is there already.')).toBeTruthy();
  await userEvent.click(within(form).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  const [name, input] = call.mock.calls[1] ?? [];
  expect([name, input]).toMatchObject([
    'goal-option.create',
    { body: { option_text: 'Orders lunch.', service: null, translations: { es: 'Pide el almuerzo.' } } },
  ]);
});

/** Opens the import of DX codes; the server answers as `answer` says. */
async function openImport(answer: (name: string, codes: { code: string }[]) => Promise<unknown>) {
  const call = vi.fn((name: string, input: unknown) =>
    answer(name, (input as { body: { codes: { code: string }[] } }).body.codes),
  );
  show('1', { list: 'dx' }, call);
  await userEvent.click(await screen.findByRole('button', { name: 'Import' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import DX codes' }));
  return {
    ...{ call, dialog },
    choose: (content: string | Uint8Array<ArrayBuffer>) =>
      userEvent.upload(dialog.getByLabelText('File'), new File([content], 'codes.csv')),
    /** The codes of each batch that was imported. */
    sent: () => call.mock.calls.filter(([name]) => name === 'dx-code.import').map(([, input]) => input),
  };
}

const allNew = async (_name: string, codes: { code: string }[]) => ({
  ...{ added: codes.length, changed: 0, unchanged: 0 },
  changes: codes.map(({ code }) => ({ code, before: null })),
});

test('a file is previewed and compared, and nothing is sent before it is confirmed', async () => {
  const { dialog, choose, sent } = await openImport(async (_, codes) => ({
    added: codes.length - 1,
    ...{ changed: 1, unchanged: 0 },
    changes: [
      { code: 'F80.2', before: null },
      { code: 'F80.1', before: { description: 'Old', service: null, is_sample: true, archived: false } },
    ],
  }));
  await choose('code;description\nF80.2;Mixed\nF80.1;Other\n');
  const press = await dialog.findByRole('button', { name: 'Import 2 codes' });
  expect(dialog.getByText('2 lines read.')).toBeTruthy();
  expect(dialog.getByText('1 new · 1 changed · 0 unchanged')).toBeTruthy();
  const rows = within(dialog.getByRole('table', { name: 'First codes' })).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    'LineChangeCodeDescriptionService',
    '3ChangedF80.1Old → becomes  OtherNo longer a sampleNot in the file',
    '2NewF80.2MixedNot in the file',
  ]);
  expect(sent()).toEqual([]);
  await userEvent.click(press);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent()).toMatchObject([
    {
      body: {
        codes: [
          { code: 'F80.2', description: 'Mixed', service: undefined },
          { code: 'F80.1', description: 'Other', service: undefined },
        ],
      },
      write: { key: expect.any(String) },
    },
  ]);
});

test('the ICD-10-CM order file is previewed without its categories', async () => {
  const { dialog, choose, sent } = await openImport(allNew);
  const line = (order: string, code: string, valid: string, text: string) =>
    `${order} ${code.padEnd(7)} ${valid} ${text.padEnd(60)} ${text}\r\n`;
  await choose(
    line('00001', 'F80', '0', 'Speech disorders') +
      line('00002', 'F802', '1', 'Mixed') +
      line('00003', 'F8081', '1', 'Fluency'),
  );
  const press = await dialog.findByRole('button', { name: 'Import 2 codes' });
  expect(dialog.getByRole('status').textContent).toBe(
    "3 lines read. 1 is a category, which claims don't take, and is left out.2 new · 0 changed · 0 unchanged",
  );
  await userEvent.click(press);
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()).toMatchObject([
    {
      body: {
        codes: [
          { code: 'F80.2', description: 'Mixed' },
          { code: 'F80.81', description: 'Fluency' },
        ],
      },
    },
  ]);
});

test('a workbook has no encoding to choose', async () => {
  const { dialog, choose } = await openImport(allNew);
  const head = ['code', 'description'];
  await choose(workbookFile([{ name: 'Codes', head, rows: [['F80.2', 'Mixed']] }]));
  expect(await dialog.findByRole('button', { name: 'Import 1 code' })).toBeTruthy();
  expect(dialog.queryByLabelText('Encoding')).toBeNull();
});

test('the list says that imported codes are still loading until they have arrived', async () => {
  let arrive: () => void = () => undefined;
  arrival = new Promise((resolve) => {
    arrive = resolve;
  });
  onTestFinished(() => {
    arrival = Promise.resolve();
  });
  await pulledSoFar(device.db, { was_whole: true });
  const { dialog, choose } = await openImport(allNew);
  await screen.findByText('No codes here');
  await choose('code,description\nF80.2,Mixed\n');
  await userEvent.click(await dialog.findByRole('button', { name: 'Import 1 code' }));
  expect(await screen.findByText('Codes are still loading')).toBeTruthy();
  arrive();
  expect(await screen.findByText('No codes here')).toBeTruthy();
});

test('lines with errors are listed and left out', async () => {
  const { dialog, choose, sent } = await openImport(allNew);
  await choose('code,description\nF80.2,Mixed\nF80.1,"open\nnonsense,x\nF82,Motor\n');
  const press = await dialog.findByRole('button', { name: 'Import 2 codes, skip 2 lines with errors' });
  expect(dialog.getByText("2 lines have errors and won't be imported.")).toBeTruthy();
  const faults = within(dialog.getByRole('list', { name: 'Lines with errors' })).getAllByRole('listitem');
  expect(faults.map((fault) => fault.textContent)).toEqual([
    expect.stringMatching(/^Line 3: A quotation mark opens on this line and never closes/),
    expect.stringMatching(/^Line 4: NONSENSE isn't a valid ICD-10-CM code/),
  ]);
  expect(dialog.getByText('2 new · 0 changed · 0 unchanged · 2 with errors')).toBeTruthy();
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const made = vi.fn((_file: Blob) => 'blob:faults');
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: made }));
  await userEvent.click(dialog.getByRole('button', { name: 'Download lines with errors' }));
  expect(save.mock.contexts[0]).toMatchObject({ download: 'codes - lines with errors.csv' });
  const [file] = made.mock.calls[0] ?? [];
  expect((await file?.text())?.split('\r\n').slice(0, 3)).toEqual([
    expect.stringMatching(/code,description,line,error$/),
    expect.stringMatching(/^F80\.1,open,3,"A quotation mark/),
    expect.stringMatching(/^nonsense,x,4,/),
  ]);
  save.mockRestore();
  await userEvent.click(press);
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()).toMatchObject([{ body: { codes: [{ code: 'F80.2' }, { code: 'F82' }] } }]);
});

test('a file that is all wrong, or no code file, imports nothing', async () => {
  const { call, dialog, choose } = await openImport(allNew);
  await choose('name,text\nF80.2,x\n');
  expect(await dialog.findByText(/^Line 1: The first line must name the columns/)).toBeTruthy();
  await choose('code,description\nnonsense,x\n');
  expect(await dialog.findByText(/1 line has errors/)).toBeTruthy();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Import' }).disabled).toBe(true);
  expect(call).not.toHaveBeenCalled();
});

test('an encoding that was guessed can be changed, and a lost character is never fine', async () => {
  const { dialog, choose } = await openImport(allNew);
  await choose(Uint8Array.from('code,description\nF80.2,Caf\u00e9\n', (sign) => sign.charCodeAt(0)));
  expect(await dialog.findByRole('cell', { name: 'Café' })).toBeTruthy();
  expect(dialog.getByText(/The file isn't UTF-8/)).toBeTruthy();
  const encoding = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Encoding' });
  expect(encoding.value).toBe('windows-1252');
  await userEvent.selectOptions(encoding, 'utf-8');
  expect(await dialog.findByText(/"Caf\uFFFD" has a character that can't be read/)).toBeTruthy();
  expect(dialog.queryByRole('cell', { name: /Caf/ })).toBeNull();
});

test('a failure in the middle says how many codes are in, and the rest follows on another try', async () => {
  let fails = true;
  const { dialog, choose, sent } = await openImport(async (name, codes) => {
    if (name === 'dx-code.import' && codes[0]?.code === 'A30.0' && fails) throw new NoAnswer();
    return allNew(name, codes);
  });
  const codes = Array.from({ length: 3_500 }, (_, at) => `A${10 + Math.floor(at / 100)}.${at % 100}`);
  await choose(`code,description\n${codes.map((code) => `${code},x`).join('\n')}\n`);
  await userEvent.click(await dialog.findByRole('button', { name: /^Import 3,500 codes/ }));
  expect((await dialog.findByRole('alert')).textContent).toMatch(
    /reach the server.* 2,000 of 3,500 codes were imported/,
  );
  fails = false;
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const batches = sent() as { body: { codes: { code: string }[] }; write: { key: string } }[];
  expect(batches.map(({ body }) => body.codes.length)).toEqual([2_000, 1_500, 1_500]);
  // The answer may have been lost: the same batch keeps its key.
  const [first, second, third] = batches.map(({ write }) => write.key);
  expect(third).toBe(second);
  expect(second).not.toBe(first);
});

test('an import can be canceled after the batch that is under way, and continued', async () => {
  let answer = (): void => undefined;
  const { dialog, choose, sent } = await openImport(async (name, codes) => {
    if (name === 'dx-code.import' && sent().length === 1) {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
    }
    return allNew(name, codes);
  });
  const codes = Array.from({ length: 2_500 }, (_, at) => `A${10 + Math.floor(at / 100)}.${at % 100},x`);
  await choose(`code,description\n${codes.join('\n')}\n`);
  await userEvent.click(await dialog.findByRole('button', { name: 'Import 2,500 codes' }));
  await userEvent.click(await dialog.findByRole('button', { name: 'Cancel' }));
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Canceling…' }).disabled).toBe(true);
  answer();
  expect(await dialog.findByText(/Import canceled\. 2,000 of 2,500 codes were imported/)).toBeTruthy();
  expect(sent()).toHaveLength(1);
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent()).toMatchObject([{}, { body: { codes: { length: 500 } } }]);
});

test('codes can be imported though the comparison failed, and it can be tried again', async () => {
  let fails = true;
  const { dialog, choose } = await openImport(async (name, codes) => {
    if (fails) throw new NoAnswer();
    return allNew(name, codes);
  });
  await choose('code,description\nF80.2,Mixed\n');
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^Couldn't compare .*reach the server/);
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Import 1 code' }).disabled).toBe(false);
  fails = false;
  await userEvent.click(dialog.getByRole('button', { name: 'Compare again' }));
  expect(await dialog.findByText('1 new · 0 changed · 0 unchanged')).toBeTruthy();
});

test('codes that are all in the list already leave nothing to import', async () => {
  const { dialog, choose } = await openImport(async () => ({
    added: 0,
    changed: 0,
    unchanged: 1,
    changes: [],
  }));
  await choose('code,description\nF80.2,Mixed\n');
  const press = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Nothing to import' });
  expect(press.disabled).toBe(true);
  expect(dialog.getByRole('cell', { name: 'Unchanged' })).toBeTruthy();
});

test('a service lead looks codes up without changing them', async () => {
  await pulledSoFar(device.db);
  show('3', { list: 'cpt' }, async () => undefined);
  expect(await screen.findByText('No codes here')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add code' })).toBeNull();
});

test('a list of codes that is still loading is not called empty', async () => {
  await pulledSoFar(device.db, { was_whole: false, lacking: ['clinical_code'] });
  show('3', { list: 'dx' }, async () => undefined);
  await screen.findByText('Codes are still loading');
  await pulledSoFar(device.db, { was_whole: true });
  await screen.findByText('No codes here');
});
