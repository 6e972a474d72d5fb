import type { QuarantinedWrite } from '#contract/quarantine.ts';
import { mayUse } from '#domain/access/permissions.ts';
import type { ReportAction } from '#screens/report/report-action.ts';
import type { SyncEngine } from '#sync/sync-engine.ts';

type Decide = (engine: SyncEngine, id: string, note: string) => Promise<QuarantinedWrite>;

const accept: Decide = (engine, id, note) =>
  engine.api.call('quarantine.accept', { params: { id }, body: { note } });
const refuse: Decide = (engine, id, note) =>
  engine.api.call('quarantine.refuse', { params: { id }, body: { note } });

function decision(words: { id: string; label: string; done: string }, decide: Decide) {
  const action: ReportAction<QuarantinedWrite> = {
    ...words,
    nouns: ['change', 'changes'],
    may: (actor) => mayUse(actor, 'quarantine.decide'),
    refusal: ({ author }, actor) =>
      author === actor.user_id ? "You can't review your own change. Ask a colleague." : null,
    summary: () => ["Accepted changes are saved under their authors' names, with the usual checks."],
    async run({ write_id }, note, { engine }) {
      const after = await decide(engine, write_id, note);
      if (after.decision === 'open') throw new Error(after.problem?.message ?? "It couldn't be saved.");
    },
  };
  return action;
}

/** What is done to several held changes at once, as the buttons of each do one by one. */
export const QUARANTINE_DECISIONS: readonly ReportAction<QuarantinedWrite>[] = [
  decision({ id: 'accept', label: 'Accept', done: 'Accepted' }, accept),
  {
    ...decision({ id: 'refuse', label: 'Reject', done: 'Rejected' }, refuse),
    isDestructive: true,
    needsNote: () => true,
    summary: () => [
      'Rejected changes have no effect. They stay in the list of reviewed ones, with your note.',
    ],
  },
];
