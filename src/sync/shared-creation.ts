import type { EntityName } from '#contract/entity-name.ts';
import { endpoints } from '#contract/index.ts';
import type { OpenedWrite } from '#db/outbox.ts';
import { picked, writableFields } from './merge-fields.ts';

type Row = Record<string, unknown>;

/**
 * Nouns whose ids follow from what they are about, so that two devices may make the
 * same row: the call that changes it, and what it holds before anybody writes into it.
 */
const SHARED: Partial<Record<EntityName, { endpoint: 'soap.update' | 'goal-entry.update'; blank: Row }>> = {
  soap_note: {
    endpoint: 'soap.update',
    blank: { subjective: '', objective: '', assessment: '', plan: '', cpt_codes: [], dx_codes: [] },
  },
  goal_entry: {
    endpoint: 'goal-entry.update',
    blank: { trials: null, correct: null, prompt_level: '', comment: '' },
  },
};

/**
 * A creation as a change of the row that another device made first, upon the blank
 * row. Nothing for nouns whose ids belong to one creation alone. Pure.
 */
export function asChange(write: OpenedWrite): OpenedWrite | null {
  const shared = SHARED[write.entity];
  if (shared === undefined) return null;
  const { endpoint, blank } = shared;
  const endpoint_version = endpoints[endpoint].offline.version;
  return {
    ...write,
    effect: 'update',
    endpoint,
    endpoint_version,
    content: {
      endpoint,
      endpoint_version,
      params: { id: write.entity_id },
      body: picked(write.content.body as Row, writableFields(write.entity)),
      base_values: blank,
    },
  };
}
