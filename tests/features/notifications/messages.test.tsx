import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AdminMessageFile, MessageReceipt } from '#contract/admin-messages.ts';
import type { EndpointName } from '#contract/index.ts';
import { ROLES } from '#domain/access/roles.ts';
import { MessageForm } from '#features/notifications/message-form.tsx';
import { MessageInfo } from '#features/notifications/message-info.tsx';
import { messages } from '#features/notifications/message-list.tsx';
import RichText from '#features/notifications/rich-text.tsx';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { catchDownloads } from '#tests/support/caught-downloads.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { InRouter } from '#tests/support/in-router.tsx';
import { scriptedOffice, stubLayout } from '#tests/support/office-screen.tsx';
import { openReport } from '#tests/support/open-report.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';
import { stubCanvas } from '#tests/support/stub-canvas.ts';
import { hasUnsavedChanges } from '#ui/unsaved-changes.ts';

const person = { viewed_at: null, acknowledged_at: null, reminded_at: null, has_older_receipt: false };
const MESSAGE: AdminMessageFile = {
  ...{
    id: uuidv7(),
    version: 3,
    title: 'Fire drill',
    display_msg: 'Before Friday',
    message: '<p>Leave calmly.</p>',
  },
  audience: { is_everyone: true, roles: [], clients: [], regions: [], people: [] },
  ...{ requires_acknowledgment: true, requires_signature: true, attachments: [], content_hash: 'now' },
  ...{ shown_from: '2026-03-10T16:00:00.000Z', shown_until: null, recalled_at: null, sent_by: uuidv7() },
  ...{ sent_at: '2026-03-10T16:00:00.000Z', sent_by_name: 'Tessa Quill', receivers: 3, viewed: 1 },
  people: [
    {
      ...{ ...person, notification: uuidv7(), receiver: uuidv7(), name: 'Maya Reyes', role: '2' },
      ...{ viewed_at: '2026-03-10T17:00:00.000Z', acknowledged_at: '2026-03-10T17:00:00.000Z' },
    },
    {
      ...{ ...person, notification: uuidv7(), receiver: uuidv7(), name: 'Leo Brandt', role: '2' },
      has_older_receipt: true,
    },
    { ...person, notification: uuidv7(), receiver: uuidv7(), name: 'Ines Alder', role: '4' },
  ],
};
const RECEIPT: MessageReceipt = {
  ...{ id: uuidv7(), receiver: uuidv7(), name: 'Maya Reyes', title: 'Fire drill', content_hash: 'now' },
  ...{
    is_current: true,
    acknowledged_at: '2026-03-10T17:00:00.000Z',
    received_at: '2026-03-10T18:00:00.000Z',
  },
  ...{ signed_name: 'Maya Reyes', signature: 'data:image/png;base64,iVBORw0KGgo=' },
};
const EARLIER = {
  ...RECEIPT,
  id: uuidv7(),
  name: 'Leo Brandt',
  title: 'Fire drill (draft)',
  is_current: false,
};

let device: TestDevice;
let calls: { name: EndpointName; input: Record<string, unknown> }[];
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  calls = [];
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

function answer(name: EndpointName, input: object): unknown {
  calls.push({ name, input: input as Record<string, unknown> });
  if (name === 'admin-message.read') return MESSAGE;
  if (name === 'admin-message.receipts') return [RECEIPT, EARLIER];
  if (name === 'admin-message.list')
    return [MESSAGE, { ...MESSAGE, id: uuidv7(), title: 'Old', recalled_at: MESSAGE.sent_at }];
  if (name === 'admin-message.audience') return { people: 12, names: ['Ines Alder', 'Leo Brandt'] };
  if (name === 'admin-message.remind') return { reminded: 2 };
  return [];
}

function show(content: React.ReactNode) {
  const { workspace } = device;
  const profile = { user_id: workspace.user_id, provider_id: null, auth: ROLES.admin, grants: [] };
  const engine = { ...scriptedOffice(answer).engine, refresh: async () => undefined };
  render(
    <SignedInContext value={{ profile, workspace, engine } as unknown as SignedInDevice}>
      {content}
    </SignedInContext>,
    { wrapper: InRouter },
  );
  return userEvent.setup();
}
const made = (name: EndpointName) => calls.filter((call) => call.name === name).map(({ input }) => input);

describe('the list of messages', () => {
  test('shows how far each has come, and finds by state and words', async () => {
    const { user } = openReport(device, messages, answer);
    const grid = await screen.findByRole('grid', { name: 'Messages' });
    const row = within(grid).getByText('Fire drill').closest('tr') as HTMLElement;
    expect(row.textContent).toContain('Before Friday');
    expect(row.textContent).toContain('Sign1 of 3Sent');
    await user.selectOptions(screen.getByLabelText('Status'), 'Recalled');
    await waitFor(() => expect(within(grid).queryByText('Fire drill')).toBeNull());
    expect(within(grid).getByText('Old')).toBeDefined();
  });
});

describe("a message's page", () => {
  const open = async () => {
    const user = show(<MessageInfo id={MESSAGE.id} back={null} notFound={<p>Page not found</p>} />);
    await screen.findByRole('heading', { name: 'Fire drill' });
    return user;
  };

  test('lists who is not done first, and each receipt with its signature', async () => {
    await open();
    const rows = within(screen.getByRole('table', { name: 'Recipients' }))
      .getAllByRole('row')
      .slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Leo BrandtProviderDone before the last editNone',
      'Ines AlderSupervisorNot yetNone',
      'Maya ReyesProviderAcknowledged 03/10/2026 10:00 AMNone',
    ]);
    const receipts = within(screen.getByRole('list', { name: 'Receipts' })).getAllByRole('listitem');
    expect(receipts).toHaveLength(2);
    expect(
      within(receipts[0] as HTMLElement)
        .getByRole('img')
        .getAttribute('alt'),
    ).toBe('Signed: Maya Reyes');
    expect(receipts[1]?.textContent).toContain('as “Fire drill (draft)”, before an edit');
  });

  test('prints its receipts and saves them as a file', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
    const files = catchDownloads();
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    expect(files[0]?.name).toBe('receipts Fire drill.csv');
    const lines = (await files[0]?.text())?.trim().split('\r\n') ?? [];
    expect(lines[1]).toBe(
      'Maya Reyes,Fire drill,03/10/2026 10:00 AM,03/10/2026 11:00 AM,Maya Reyes,now,"data:image/png;base64,iVBORw0KGgo="',
    );
    expect(lines).toHaveLength(3);
  });

  test('reminds those who are not done, and recalls, each after a confirmation', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Remind 2 people' }));
    await user.click(screen.getByRole('button', { name: 'CONFIRM' }));
    await waitFor(() => expect(made('admin-message.remind')).toMatchObject([{ params: { id: MESSAGE.id } }]));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Recall' }));
    expect(screen.getByRole('alertdialog').textContent).toContain('Receipts are kept.');
    expect(made('admin-message.recall')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'CONFIRM' }));
    await waitFor(() =>
      expect(made('admin-message.recall')).toMatchObject([
        { params: { id: MESSAGE.id }, write: { base_version: 3 } },
      ]),
    );
  });
});

describe('the form of a message', () => {
  test('says what is missing at its field, and that a signature is an acknowledgment too', async () => {
    const user = show(<MessageForm message={null} onClose={() => undefined} />);
    await user.click(await screen.findByRole('button', { name: /^(Save|Send)/ }));
    await screen.findByText('Choose who gets this message.');
    expect(screen.getAllByText('This field is required.')).toHaveLength(2);
    expect(made('admin-message.create')).toEqual([]);
    const acknowledge = screen.getByRole('checkbox', { name: 'Must be acknowledged' });
    await user.click(screen.getByRole('checkbox', { name: 'Must be signed' }));
    expect(acknowledge.getAttribute('aria-checked')).toBe('true');
    await user.click(screen.getByRole('checkbox', { name: 'Everyone with a login' }));
    await screen.findByText('Reaches 12 people: Ines Alder, Leo Brandt, and 10 more.');
  });
});

test('the preview shows what recipients will see: the files that were added, and the question for a signature', async () => {
  stubCanvas();
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:map', revokeObjectURL: () => undefined }),
  );
  const user = show(<MessageForm message={null} onClose={() => undefined} />);
  await user.type(await screen.findByRole('textbox', { name: /^Title/ }), 'Fire drill');
  await user.click(screen.getByRole('checkbox', { name: 'Must be signed' }));
  await user.upload(screen.getByLabelText('Files for the message'), [
    new File(['x'], 'map.png'),
    new File(['x'], 'plan.pdf'),
  ]);
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  const preview = await screen.findByRole('dialog', { name: 'Fire drill' });
  expect((await within(preview).findByRole('img', { name: 'map.png' })).getAttribute('src')).toBe('blob:map');
  within(preview).getByText('plan.pdf');
  expect(within(preview).queryByRole('button', { name: 'Close' })).toBeNull();
  await user.click(within(preview).getByRole('button', { name: 'I Acknowledge' }));
  expect(within(preview).getByRole('alert').textContent).toBe('Signature is required before acknowledging');
  await user.type(within(preview).getByLabelText('Or type your name'), 'Tessa Quill');
  await user.click(within(preview).getByRole('button', { name: 'I Acknowledge' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Fire drill' })).toBeNull());
  expect(made('admin-message.create')).toEqual([]);
});

test('files of a message are checked when they are chosen, and count as unsaved', async () => {
  const user = show(<MessageForm message={null} onClose={() => undefined} />);
  const picker = await screen.findByLabelText('Files for the message');
  const big = new File(['x'], 'big.pdf');
  Object.defineProperty(big, 'size', { value: 10 * 1024 * 1024 + 1 });
  await user.upload(picker, big);
  await screen.findByText('big.pdf: Files can be up to 10 MB.');
  const small = (name: string) => new File(['x'], name);
  await user.upload(picker, ['1', '2', '3', '4', '5', '6'].map(small));
  await screen.findByText('Attach up to 5 files.');
  expect(screen.queryByRole('list', { name: 'Files' })).toBeNull();
  expect(hasUnsavedChanges()).toBe(false);
  await user.upload(picker, small('plan.pdf'));
  await screen.findByText('plan.pdf');
  expect(screen.queryByText('Attach up to 5 files.')).toBeNull();
  expect(hasUnsavedChanges()).toBe(true);
});

describe("the editor's links", () => {
  function Editor({ start, told }: { start: string; told: (html: string) => void }) {
    const [html, setHtml] = useState(start);
    const change = (next: string) => {
      setHtml(next);
      told(next);
    };
    return <RichText value={html} label="Message" isInvalid={false} onChange={change} />;
  }

  test('are asked for in a dialog that says what is wrong with an address', async () => {
    const told = vi.fn();
    const user = show(<Editor start="" told={told} />);
    await user.click(await screen.findByRole('button', { name: 'Link' }));
    const dialog = await screen.findByRole('dialog', { name: 'Link' });
    const address = within(dialog).getByLabelText(/^Address/);
    await user.type(address, 'javascript:alert(1)');
    await user.click(within(dialog).getByRole('button', { name: 'Add link' }));
    expect(address.getAttribute('aria-invalid')).toBe('true');
    expect(dialog.textContent).toContain('Enter a web address such as https://example.org');
    expect((address as HTMLInputElement).value).toBe('javascript:alert(1)');
    expect(told).not.toHaveBeenCalled();
    await user.clear(address);
    await user.type(address, 'example.org/policy{Enter}');
    await waitFor(() => expect(told).toHaveBeenCalled());
    expect(told.mock.lastCall?.[0]).toContain('href="https://example.org/policy"');
    expect(screen.queryByRole('dialog', { name: 'Link' })).toBeNull();
  });
});
