import type { QuarantinedWrite } from '#contract/quarantine.ts';
import type { Session } from '#contract/session.ts';
import type { RequestKind } from '#domain/sessions/request-states.ts';

export const REQUEST_KIND_LABELS: Record<RequestKind, string> = {
  duration: 'Changed duration',
  'late-entry': 'Late entry',
  edit: 'Edit after lock',
  deletion: 'Deletion after lock',
};

export const REQUEST_LABELS: Record<Session['approval_request'], string> = {
  none: 'None',
  pending: 'Waiting for approval',
  approved: 'Approved',
  refused: 'Denied',
};

/** Why a write is held. */
export const CAUSE_LABELS: Record<QuarantinedWrite['cause'], string> = {
  deactivated: 'Deactivated account',
  'lost-device': 'From a lost device',
  'handed-over': 'Handed over',
};
