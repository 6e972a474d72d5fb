import { describe, expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { TicketCategory } from '#domain/tickets/ticket.ts';
import { type SupportEntry, type SupportOutcome, supportDialogMachine } from '#machines/support-dialog.ts';

const FILLED = {
  category: 1 as TicketCategory,
  ...{ title: 'Calendar is blank', details: 'Since today.', diagnostics: '{"rows":{}}' },
};

function open() {
  const submitted: SupportEntry[] = [];
  const shown: string[] = [];
  let settle: { resolve: (outcome: SupportOutcome) => void; reject: (error: Error) => void } | undefined;
  const actor = createActor(
    supportDialogMachine.provide({
      actors: {
        submit: fromPromise<SupportOutcome, SupportEntry>(({ input }) => {
          submitted.push(input);
          return new Promise((resolve, reject) => {
            settle = { resolve, reject };
          });
        }),
      },
      actions: { showTickets: (_, { done }) => void shown.push(done) },
    }),
    { input: { id: 'first' } },
  );
  actor.start();
  const tick = () => new Promise((resolve) => setTimeout(resolve));
  return {
    ...{ actor, submitted, shown },
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    fill: (changes: Partial<typeof FILLED> = FILLED) => actor.send({ type: 'support.changed', changes }),
    submit: () => actor.send({ type: 'support.submitted' }),
    answer: async (outcome: SupportOutcome) => {
      settle?.resolve(outcome);
      await tick();
    },
    fail: async () => {
      settle?.reject(new Error('500'));
      await tick();
    },
  };
}

function opened() {
  const dialog = open();
  dialog.actor.send({ type: 'support.opened' });
  return dialog;
}

describe('the support dialog', () => {
  test('is closed until it is opened, and keeps what was entered when it is closed', () => {
    const dialog = open();
    expect(dialog.state()).toBe('closed');
    dialog.actor.send({ type: 'support.opened' });
    dialog.fill();
    dialog.actor.send({ type: 'support.closed' });
    expect(dialog.state()).toBe('closed');
    dialog.actor.send({ type: 'support.opened' });
    expect(dialog.context().entry).toEqual({ id: 'first', ...FILLED });
  });

  test('sends nothing without a category, and says so', () => {
    const dialog = opened();
    dialog.fill({ title: 'Calendar', details: 'Blank.' });
    dialog.submit();
    expect(dialog.state()).toBe('open');
    expect(dialog.context().alert).toBe('Please Select Support Type');
    expect(dialog.submitted).toEqual([]);
    dialog.fill({ category: 2 });
    expect(dialog.context().alert).toBeNull();
  });

  test.each(['title', 'details'] as const)('sends nothing without a %s', (field) => {
    const dialog = opened();
    dialog.fill({ ...FILLED, [field]: '  ' });
    dialog.submit();
    expect(Object.keys(dialog.context().problems)).toEqual([field]);
    expect(dialog.submitted).toEqual([]);
  });

  const SITE =
    'Support ticket submitted. Stay updated with site changes and updates by reading our changelog.';
  const SERVICE =
    'Service/Support Request Submitted. Please allow 24-48 hours for someone to get back to you via email.';
  test.each([
    [1, SITE],
    [3, SITE],
    [2, SERVICE],
    [4, SERVICE],
    [5, SERVICE],
  ] as const)('says of a ticket of category %i: %s', async (category, words) => {
    const dialog = opened();
    dialog.fill({ ...FILLED, category });
    dialog.submit();
    expect(dialog.state()).toBe('submitting');
    await dialog.answer({ kind: 'sent' });
    expect(dialog.state()).toBe('submitted');
    expect(dialog.shown).toEqual([words]);
    const { category: left, title, details } = dialog.context().entry;
    expect([left, title, details]).toEqual([null, '', '']);
  });

  test('keeps everything and the id if the creation fails, and says so', async () => {
    const dialog = opened();
    dialog.fill();
    dialog.submit();
    await dialog.fail();
    expect(dialog.state()).toBe('open');
    expect(dialog.context()).toMatchObject({
      alert: 'There has been an issue. Please try submitting again.',
      entry: { id: 'first', ...FILLED },
    });
    dialog.submit();
    await dialog.answer({ kind: 'sent' });
    expect(dialog.submitted.map(({ id }) => id)).toEqual(['first', 'first']);
  });

  test('shows at its field what the server refused', async () => {
    const dialog = opened();
    dialog.fill();
    dialog.submit();
    await dialog.answer({ kind: 'refused', problems: { title: 'Use at most 200 characters.' } });
    expect(dialog.context()).toMatchObject({
      alert: 'There has been an issue. Please try submitting again.',
      problems: { title: 'Use at most 200 characters.' },
    });
  });

  test('says that a ticket waits on the device if the server is out of reach', async () => {
    const dialog = opened();
    dialog.fill();
    dialog.submit();
    await dialog.answer({ kind: 'waiting' });
    expect(dialog.state()).toBe('submitted');
    expect(dialog.shown).toEqual([
      "Support ticket saved on this device. It's sent as soon as you're back online.",
    ]);
  });

  test('ignores a second submit while the first one is under way', () => {
    const dialog = opened();
    dialog.fill();
    dialog.submit();
    dialog.submit();
    expect(dialog.submitted).toHaveLength(1);
  });
});
