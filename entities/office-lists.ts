import { z } from 'zod';
import { ask, defineEntity } from './define-entity.ts';
import { requiredText, text, uuid } from './fields.ts';

/** Office lists: on the server only, and archived instead of deleted if another record references an entry. */
const kept = { reach: 'office', clear: [], once: {}, setByServer: {} } as const;

/** What services are grouped by. */
export const service_category = defineEntity({
  ...kept,
  fields: {
    name: ask(requiredText(100)),
    archived: ask(z.boolean()),
  },
});

/** A part of the state that clients are in, and that rates are agreed for. */
export const region = defineEntity({
  ...kept,
  fields: {
    name: ask(requiredText(100)),
    /** As the state or the county numbers it; empty where it has none. */
    region_number: ask(text(20)),
    archived: ask(z.boolean()),
  },
});

/** A part of a region. */
export const sub_region = defineEntity({
  ...kept,
  fields: {
    region: ask(uuid),
    name: ask(requiredText(100)),
    archived: ask(z.boolean()),
  },
});
