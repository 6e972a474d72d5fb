import { z } from 'zod';
import { instant, personName, uuid } from '#entities/fields.ts';

/** When an answer was true, and whose devices hold changes that it lacks. */
export const answerHead = {
  as_of: instant,
  unsynced: z.array(z.object({ id: uuid, name: personName, changes: z.int(), since: instant.nullable() })),
};
