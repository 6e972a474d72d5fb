import { z } from 'zod';
import { uuid } from '#entities/fields.ts';

/** A record's id, and what people call it. */
export const named = z.object({ id: uuid, name: z.string() });
