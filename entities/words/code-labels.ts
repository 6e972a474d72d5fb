import type { QuarantinedWrite } from '#contract/quarantine.ts';
import type { RequestKind } from '#domain/sessions/request-states.ts';

export const REQUEST_KIND_LABELS: Record<RequestKind, string> = {
  duration: 'Changed duration',
  'late-entry': 'Late entry',
  edit: 'Edit after lock',
  deletion: 'Deletion after lock',
};

/** Why a write is held. */
export const CAUSE_LABELS: Record<QuarantinedWrite['cause'], string> = {
  deactivated: 'Deactivated account',
  'lost-device': 'From a lost device',
  'handed-over': 'Handed over',
};
