import { instant, person } from './say.ts';

/** Fields that many entities have. */
export const provider = { label: 'Provider', say: person };
export const captured = {
  captured_by: { label: 'Entered by', say: person },
  captured_at: { label: 'Entered (device time)', say: instant },
  received_at: { label: 'Received by server', say: instant },
};
