import type { z } from 'zod';
import { declared } from '#entities/declared.ts';
import type { RecordName } from './entity-name.ts';

type Rows = { [Name in RecordName]: (typeof declared)[Name]['Row'] };

/** The API shape of each entity. */
export const entityRows = Object.fromEntries(
  Object.entries(declared).map(([name, { Row }]) => [name, Row]),
) as Rows;

export type EntityRow<Name extends RecordName> = z.output<Rows[Name]>;
