import type { RecordState } from '#db/local-database.ts';
import type { RecordStateName } from '#ui/record-state.tsx';

export const RECORD_STATES: Record<RecordState, RecordStateName> = {
  sent: 'sent',
  waiting: 'on-device',
  attention: 'needs-attention',
};
