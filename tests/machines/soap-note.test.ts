import { describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { BLANK_DRAFT, BLANK_RESULT, type SoapDraft } from '#domain/notes/soap-draft.ts';
import { type OpenedNote, SAVE_PAUSE_MS, soapNoteMachine, type TypedNote } from '#machines/soap-note.ts';
import { deferredActor } from './deferred-actor.ts';

const plan = (text: string): SoapDraft => ({ ...BLANK_DRAFT, plan: text });

async function begin(found: Partial<OpenedNote> = {}) {
  const open = deferredActor<OpenedNote>();
  const save = deferredActor<SoapDraft, TypedNote>();
  const sign = deferredActor<SoapDraft, TypedNote>();
  const kept: (TypedNote | null)[] = [];
  const clock = new SimulatedClock();
  const actor = createActor(
    soapNoteMachine.provide({
      actors: { open: open.logic, save: save.logic, sign: sign.logic },
      actions: {
        keepDraft: (_, typed) => void kept.push(typed),
        dropDraft: () => void kept.push(null),
      },
    }),
    { clock },
  ).start();
  await open.last().answer({ base: BLANK_DRAFT, draft: BLANK_DRAFT, isOpen: true, ...found });
  const type = (text: string) => actor.send({ type: 'note.changed', change: { plan: text } });
  const state = () => {
    const { value } = actor.getSnapshot();
    if (typeof value === 'string') return value;
    return 'writing' in value ? value.writing : `closed.${value.closed}`;
  };
  return {
    actor,
    open,
    save,
    sign,
    kept,
    clock,
    type,
    state,
    held: () => actor.getSnapshot().context.draft.plan,
  };
}

test('a signature requested during a save follows immediately', async () => {
  const { actor, type, save, sign, state } = await begin();
  type('one');
  actor.send({ type: 'flush.asked' });
  actor.send({ type: 'sign.asked' });
  expect(sign.asked).toHaveLength(0);
  await save.last().answer(plan('one'));
  expect(state()).toBe('signing');
  expect(sign.last().input).toEqual({ base: plan('one'), draft: plan('one') });
});

test('counts that a note cannot store stay in the draft, and are saved once they are corrected', async () => {
  const { actor, type, save, state, clock, kept } = await begin();
  const counted = (correct: number | null): Partial<SoapDraft> => ({
    results: { g: { trials: 5, correct, prompt_level: '', comment: '' } },
  });
  actor.send({ type: 'note.changed', change: counted(9) });
  type('one');
  actor.send({ type: 'flush.asked' });
  const stored = { ...plan('one'), results: { g: { ...BLANK_RESULT } } };
  await save.last().answer(stored);
  expect(state()).toBe('withheld');
  expect(actor.getSnapshot().context.draft).toMatchObject(counted(9));
  expect(kept.at(-1)).toMatchObject({ base: stored, draft: counted(9) });
  clock.increment(10 * SAVE_PAUSE_MS);
  expect(save.asked).toHaveLength(1);
  actor.send({ type: 'note.changed', change: counted(4) });
  clock.increment(SAVE_PAUSE_MS);
  expect(save.last().input).toMatchObject({ base: stored, draft: counted(4) });
});

describe('every keystroke', () => {
  test('is saved as a draft immediately, and in the note when typing pauses', async () => {
    const { type, kept, clock, save, state } = await begin();
    kept.length = 0;
    for (const text of ['G', 'Go', 'Go on']) {
      type(text);
      clock.increment(SAVE_PAUSE_MS - 1);
    }
    expect(kept.map((typed) => typed?.draft.plan)).toEqual(['G', 'Go', 'Go on']);
    expect(save.asked).toHaveLength(0);
    clock.increment(1);
    expect(save.last().input.draft.plan).toBe('Go on');
    await save.last().answer(plan('Go on'));
    expect(state()).toBe('settled');
    expect(kept.at(-1)).toBeNull();
  });

  test('during a save is kept, and saved after it', async () => {
    const { actor, type, kept, save, held, clock } = await begin();
    type('one');
    actor.send({ type: 'flush.asked' });
    type('one two');
    expect(kept.at(-1)).toEqual({ base: plan('one'), draft: plan('one two') });
    await save.last().answer(plan('one'));
    expect(held()).toBe('one two');
    clock.increment(SAVE_PAUSE_MS);
    expect(save.last().input).toEqual({ base: plan('one'), draft: plan('one two') });
  });

  test('is merged with remote changes', async () => {
    const { actor, type, save, held } = await begin();
    type('mine');
    actor.send({ type: 'row.changed' });
    type('mine still');
    await save.last().answer(plan('theirs\n\nmine'));
    expect(held()).toContain('theirs');
    expect(held()).toContain('mine still');
  });

  test('from before a reload is restored and saved', async () => {
    const { save, held, clock } = await begin({ draft: plan('from before') });
    expect(held()).toBe('from before');
    clock.increment(SAVE_PAUSE_MS);
    expect(save.last().input).toEqual({ base: BLANK_DRAFT, draft: plan('from before') });
  });

  test('that could not be stored stays in the draft, and is retried at the next one and on leaving', async () => {
    const { actor, type, kept, save, state, held } = await begin();
    type('one');
    actor.send({ type: 'flush.asked' });
    await save.last().fail(new Error('full'));
    expect([state(), held()]).toEqual(['failed', 'one']);
    expect(kept.at(-1)?.draft.plan).toBe('one');
    actor.send({ type: 'flush.asked' });
    expect(save.last().input.draft.plan).toBe('one');
    await save.last().answer(plan('one'));
    expect(state()).toBe('settled');
  });
});

describe('a signature', () => {
  test("covers the editor's contents and closes it", async () => {
    const { actor, type, sign, state, held, kept } = await begin();
    type('whole');
    actor.send({ type: 'sign.asked' });
    expect(sign.last().input.draft.plan).toBe('whole');
    type('whole and more');
    expect(held()).toBe('whole');
    await sign.last().answer(plan('whole'));
    expect(state()).toBe('closed.settled');
    expect(kept.at(-1)).toBeNull();
  });

  test('that fails leaves the editor open', async () => {
    const { actor, type, sign, state } = await begin();
    type('whole');
    actor.send({ type: 'sign.asked' });
    await sign.last().fail(new Error('not signed'));
    expect(state()).toBe('failed');
    type('whole.');
    expect(state()).toBe('unsaved');
  });

  test('from elsewhere keeps late text as a draft, and a returned note reopens', async () => {
    const { actor, type, open, save, state, held } = await begin();
    type('late');
    actor.send({ type: 'flush.asked' });
    await save.last().fail({ code: 'soap-note.signed' });
    await open.last().answer({ base: plan('signed'), draft: plan('late'), isOpen: false });
    expect([state(), held()]).toEqual(['closed.settled', 'late']);
    actor.send({ type: 'row.changed' });
    await open.last().answer({ base: plan('signed'), draft: plan('signed'), isOpen: true });
    expect(state()).toBe('settled');
  });

  test('that is withdrawn before the editor hears that it was stored reopens the note', async () => {
    const { actor, type, open, sign, state } = await begin();
    type('whole');
    actor.send({ type: 'sign.asked' });
    actor.send({ type: 'row.changed' });
    await sign.last().answer(plan('whole'));
    expect(state()).toBe('closed.reading');
    await open.last().answer({ base: plan('whole'), draft: plan('whole'), isOpen: true });
    expect(state()).toBe('settled');
  });

  test('that is withdrawn while the note is read again reopens it', async () => {
    const { actor, type, open, sign, state } = await begin();
    type('whole');
    actor.send({ type: 'sign.asked' });
    await sign.last().answer(plan('whole'));
    actor.send({ type: 'row.changed' });
    actor.send({ type: 'row.changed' });
    await open.last().answer({ base: plan('whole'), draft: plan('whole'), isOpen: false });
    await open.last().answer({ base: plan('whole'), draft: plan('whole'), isOpen: true });
    expect(state()).toBe('settled');
  });

  test('requested while another was stored is dropped when the note reopens', async () => {
    const { actor, type, open, save, state } = await begin();
    type('late');
    actor.send({ type: 'flush.asked' });
    actor.send({ type: 'sign.asked' });
    await save.last().fail({ code: 'soap-note.signed' });
    await open.last().answer({ base: plan('signed'), draft: plan('signed'), isOpen: true });
    expect([state(), actor.getSnapshot().context.wantsSignature]).toEqual(['settled', false]);
  });
});

test('a change during a save is read once the save is stored', async () => {
  const { actor, type, save, held } = await begin();
  type('mine');
  actor.send({ type: 'flush.asked' });
  actor.send({ type: 'row.changed' });
  await save.last().answer(plan('mine'));
  await save.last().answer(plan('theirs\n\nmine'));
  expect(held()).toBe('theirs\n\nmine');
  expect(save.asked).toHaveLength(2);
});
