import { z } from 'zod';
import { ask, defineEntity } from './define-entity.ts';
import { requiredText } from './fields.ts';

/** What the office alone keeps, on the server: on no device, and archived where something names it. */
const kept = { reach: 'office', clear: [], once: {}, setByServer: {} } as const;

/** What services are grouped by. */
export const service_category = defineEntity({
  ...kept,
  fields: {
    name: ask(requiredText(100)),
    archived: ask(z.boolean()),
  },
});
