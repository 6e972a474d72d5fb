import { z } from 'zod';
import { ask, defineEntity } from './define-entity.ts';
import { requiredText, text } from './fields.ts';

/** A person who can log in, as the office manages them. */
export const user = defineEntity({
  reach: 'office',
  clear: [],
  once: {},
  setByServer: {},
  fields: {
    username: ask(requiredText(100)),
    /** First and last name of someone who works in the office; a provider's are the provider's. */
    full_name: ask(text(100)),
    /** Lower case. */
    email: ask(requiredText(254)),
    /** A role code; unknown codes have no permissions. */
    role: ask(text(20)),
    grants: ask(z.array(text(60)).max(20)),
    /** Employment type. */
    emp: ask(text(40)),
    /** May log in. */
    is_active: ask(z.boolean()),
  },
});
