import { z } from 'zod';
import { setByServer } from './define-entity.ts';
import { instant, uuid } from './fields.ts';

/** Fields that many entities have, with what they are in a new row. */
export const author = setByServer(uuid, ({ user_id }) => user_id);
export const captured = {
  captured_at: setByServer(instant, ({ captured_at }) => captured_at),
  /** Nothing while the server has not confirmed it. */
  received_at: setByServer(instant.nullable(), () => null),
};
export const nobody = setByServer(uuid.nullable(), () => null);
export const never = setByServer(instant.nullable(), () => null);
export const no = setByServer(z.boolean(), () => false);
