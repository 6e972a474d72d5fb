import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#contract/errors.ts';
import type { EndpointName } from '#contract/index.ts';
import type { Ticket, TicketComment, TicketFile } from '#contract/tickets.ts';
import { draftOf } from '#db/drafts.ts';
import { waitingCalls } from '#db/waiting-calls.ts';
import { ROLES } from '#domain/access/roles.ts';
import { Support, SupportButton } from '#features/tickets/support.tsx';
import { TicketInfo } from '#features/tickets/ticket-info.tsx';
import { openTickets } from '#features/tickets/ticket-list.tsx';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { WaitingCalls } from '#screens/waiting/saved-calls.tsx';
import { NoAnswer } from '#sync/api-client.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { sendWaitingCalls } from '#sync/outbox/send-calls.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { lunchEntry } from '#tests/support/device-entries.ts';
import { InRouter } from '#tests/support/in-router.tsx';
import { scriptedOffice, stubLayout } from '#tests/support/office-screen.tsx';
import { openReport } from '#tests/support/open-report.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';
import { ticket } from '#tests/support/ticket.ts';

const ME = uuidv7();
const comment = (changes: Partial<TicketComment>): TicketComment =>
  ({
    ...{ id: uuidv7(), version: 1, ticket: ticket.id, author: ME, author_name: 'Tessa Quill' },
    ...{
      comment: 'Still blank.',
      captured_at: '2026-03-10T17:00:00.000Z',
      received_at: '2026-03-10T17:00:00.000Z',
    },
    ...changes,
  }) as TicketComment;
const OWN = comment({});
const OFFICE = comment({ author: uuidv7(), author_name: 'Ada Lindqvist', comment: 'Which page?' });

let device: TestDevice;
let isOffline: boolean;
let comments: TicketComment[];
let writes: { name: EndpointName; input: Record<string, unknown> }[];
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice({ user_id: ME });
  [isOffline, comments, writes] = [false, [OWN, OFFICE], []];
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

function answer(name: EndpointName, input: object): unknown {
  if (isOffline) throw new NoAnswer();
  if (name === 'ticket.read') return { ...ticket, attachments: [] } satisfies TicketFile;
  if (name === 'ticket.list-comments') return comments;
  if (name === 'ticket.list') return { tickets: LISTED, as_of: '2026-03-10T18:00:00.000Z' };
  writes.push({ name, input: input as Record<string, unknown> });
  return undefined;
}
const LISTED: Ticket[] = [
  ticket,
  {
    ...ticket,
    id: uuidv7(),
    title: 'Missing day',
    category: 4,
    list: 'payroll',
    requester_name: 'Leo Brandt',
  },
];

function show(content: React.ReactNode, role: string = ROLES.provider) {
  const profile = { user_id: ME, provider_id: ME, auth: role, grants: [], services: [] };
  const office = scriptedOffice(answer);
  const engine = { ...office.engine, refresh: async () => undefined };
  const { workspace } = device;
  render(
    <SignedInContext value={{ profile, workspace, engine } as unknown as SignedInDevice}>
      {content}
    </SignedInContext>,
    { wrapper: InRouter },
  );
  return { user: userEvent.setup(), api: office.engine.api as never };
}
const kept = async () => (await waitingCalls(device.db)).map(({ endpoint, body }) => [endpoint, body]);
const send = (api: never) => sendWaitingCalls({ ...device.workspace, api, app_version: '1' }, device.lock);

async function createLunchOnDevice(): Promise<void> {
  const body = lunchEntry({ notes: 'Words that nobody else reads' });
  await queueWrite(device.workspace, { endpoint: 'lunch.create', id: body.id, body, lane: 'day' });
}

describe('a ticket submitted offline', () => {
  test('waits on the device without its draft, and is sent once', async () => {
    isOffline = true;
    const goes = vi.fn();
    const { user, api } = show(
      <Support onSubmitted={goes}>
        <SupportButton />
        <WaitingCalls />
      </Support>,
    );
    await user.click(screen.getByRole('button', { name: 'Support' }));
    const dialog = await screen.findByRole('dialog', { name: 'Support' });
    await user.selectOptions(within(dialog).getByLabelText(/^Support type/), 'Payroll');
    await user.type(within(dialog).getByLabelText(/^Title/), 'A day is missing');
    await user.type(within(dialog).getByLabelText(/^Description/), 'Last Tuesday.');
    await user.click(within(dialog).getByRole('button', { name: 'Submit' }));
    const saved = await screen.findByRole('list', { name: 'Saved on this device' });
    expect(saved.textContent).toContain('A day is missing');
    expect(goes).toHaveBeenCalledOnce();
    expect(await kept()).toMatchObject([
      ['ticket.create', { category: 4, title: 'A day is missing', details: 'Last Tuesday.' }],
    ]);
    await waitFor(async () => expect(await draftOf(device.db, 'support')).toBeNull());
    isOffline = false;
    await Promise.all([send(api), send(api)]);
    expect(writes.map(({ name }) => name)).toEqual(['ticket.create']);
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Saved on this device' })).toBeNull());
  });
});

test('a diagnostic copy is attached only with consent, and shown before it is sent', async () => {
  await createLunchOnDevice();
  const { user } = show(
    <Support>
      <SupportButton />
    </Support>,
  );
  const fill = async () => {
    await user.click(screen.getByRole('button', { name: 'Support' }));
    const dialog = await screen.findByRole('dialog', { name: 'Support' });
    await user.selectOptions(within(dialog).getByLabelText(/^Support type/), 'Bug/Issue');
    await user.type(within(dialog).getByLabelText(/^Title/), 'Calendar is blank');
    await user.type(within(dialog).getByLabelText(/^Description/), 'Since noon.');
    return dialog;
  };
  const submit = async (dialog: HTMLElement) => {
    await user.click(within(dialog).getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  const sent = () => writes.at(-1)?.input.body as { diagnostics?: string };
  await submit(await fill());
  expect(sent()).not.toHaveProperty('diagnostics');
  const dialog = await fill();
  const box = within(dialog).getByRole('checkbox', { name: 'Attach a diagnostic copy of this device' });
  expect(box.getAttribute('aria-checked')).toBe('false');
  await user.click(box);
  const shown = await within(dialog).findByText(/"app_version"/);
  const { textContent } = shown;
  await submit(dialog);
  expect(sent().diagnostics).toBe(textContent);
  const copy = JSON.parse(sent().diagnostics ?? '');
  expect(copy).toMatchObject({ device_id: device.workspace.device_id, outbox_count: 1 });
  expect(sent().diagnostics).not.toContain('Words that nobody else reads');
});

describe("a ticket's page", () => {
  const open = async (role?: string) => {
    const shown = show(
      <TicketInfo id={ticket.id} back={null} notFound={<p>Page not found</p>} onDeleted={() => undefined} />,
      role,
    );
    await screen.findByRole('heading', { name: 'Printing' });
    return shown;
  };
  const item = (words: string) => screen.getByText(words).closest('li') as HTMLElement;

  test('keeps a comment written offline, which arrives once', async () => {
    const { user, api } = await open();
    isOffline = true;
    await user.click(screen.getByRole('button', { name: 'Add comment' }));
    await screen.findByText('Enter a comment.');
    await user.type(screen.getByLabelText('Add a comment'), 'On page two.');
    await user.click(screen.getByRole('button', { name: 'Add comment' }));
    await waitFor(async () =>
      expect(await kept()).toMatchObject([['ticket.create-comment', { comment: 'On page two.' }]]),
    );
    await waitFor(() =>
      expect((screen.getByLabelText('Add a comment') as HTMLTextAreaElement).value).toBe(''),
    );
    isOffline = false;
    comments = [...comments, comment({ comment: 'On page two.' })];
    await Promise.all([send(api), send(api)]);
    expect(writes.map(({ name, input }) => [name, input.params])).toEqual([
      ['ticket.create-comment', { id: ticket.id }],
    ]);
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Saved on this device' })).toBeNull());
    await waitFor(() => expect(item('On page two.').textContent).toContain('Tessa Quill'));
  });

  test('lets authors edit and delete their own comments, and keeps an edit that failed', async () => {
    const { user } = await open();
    expect(within(item('Which page?')).queryByRole('button')).toBeNull();
    await user.click(within(item('Still blank.')).getByRole('button', { name: 'Edit comment' }));
    const field = screen.getByLabelText('Comment');
    await user.clear(field);
    await user.type(field, 'Solved.');
    isOffline = true;
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText("Can't reach the server. You need a connection to make this change.");
    expect((screen.getByLabelText('Comment') as HTMLTextAreaElement).value).toBe('Solved.');
    isOffline = false;
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(within(item('Still blank.')).getByRole('button', { name: 'Edit comment' }));
    expect(screen.queryByText(/You need a connection/)).toBeNull();
    await user.clear(screen.getByLabelText('Comment'));
    await user.paste('x'.repeat(10_001));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Use at most 10,000 characters.');
    await user.clear(screen.getByLabelText('Comment'));
    expect(screen.queryByText('Use at most 10,000 characters.')).toBeNull();
    await user.type(screen.getByLabelText('Comment'), 'Solved.');
    comments = [{ ...OWN, comment: 'Solved.', version: 2 }, OFFICE];
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(item('Solved.').textContent).toContain('edited'));
    expect(writes).toMatchObject([
      { name: 'ticket.update-comment', input: { body: { comment: 'Solved.' }, write: { base_version: 1 } } },
    ]);
    await user.click(within(item('Solved.')).getByRole('button', { name: 'Delete comment' }));
    comments = [OFFICE];
    await user.click(screen.getByRole('button', { name: 'CONFIRM' }));
    await waitFor(() => expect(screen.queryByText('Solved.')).toBeNull());
    expect(writes.at(-1)).toMatchObject({
      name: 'ticket.delete-comment',
      input: { params: { id: OWN.id }, write: { base_version: 2 } },
    });
  });

  test('lets the office delete any comment, and edit only its own', async () => {
    comments = [comment({ author: uuidv7(), comment: 'Of a colleague.' })];
    await open(ROLES.admin);
    const buttons = within(item('Of a colleague.')).getAllByRole('button');
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(['Delete comment']);
  });

  test('closes the ticket under the version that it shows', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Close ticket' }));
    await waitFor(() =>
      expect(writes).toMatchObject([
        { name: 'ticket.update', input: { body: { status: 'Closed' }, write: { base_version: 3 } } },
      ]),
    );
  });
});

test('the list finds tickets by words, person, and type', async () => {
  const { user } = openReport(device, openTickets, answer);
  const grid = await screen.findByRole('grid', { name: 'Open tickets' });
  await within(grid).findByText('Missing day');
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'brandt');
  await waitFor(() => expect(within(grid).queryByText('Printing')).toBeNull());
  expect(within(grid).getByText('Missing day')).toBeDefined();
  await user.clear(screen.getByRole('searchbox', { name: 'Search' }));
  await user.selectOptions(screen.getByLabelText('Category'), 'Bug/Issue');
  await waitFor(() => expect(within(grid).queryByText('Missing day')).toBeNull());
  expect(await within(grid).findByText('Printing')).toBeDefined();
});

test('a refused ticket says why, and is sent again or discarded', async () => {
  isOffline = true;
  const { user } = show(<WaitingCalls />);
  const { keepCall } = await import('#db/waiting-calls.ts');
  const body = { id: uuidv7(), category: 1, title: 'Printing', details: 'Blank.' };
  const { message } = new ApiError('access.denied');
  await keepCall(device.db, {
    ...{
      key: uuidv7(),
      endpoint: 'ticket.create',
      params: {},
      body,
      captured_at: '2026-03-10T18:00:00.000Z',
    },
    problem: { code: 'access.denied', message },
  });
  const list = await screen.findByRole('list', { name: 'Saved on this device' });
  expect(list.textContent).toContain(message);
  await user.click(within(list).getByRole('button', { name: 'Send again' }));
  await waitFor(async () =>
    expect((await waitingCalls(device.db)).map(({ problem }) => problem)).toEqual([null]),
  );
  await waitFor(() => expect(screen.queryByText(message)).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Discard…' }));
  await user.click(await screen.findByRole('button', { name: 'CONFIRM' }));
  await waitFor(async () => expect(await kept()).toEqual([]));
});
