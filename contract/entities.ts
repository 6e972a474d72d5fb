import type { z } from 'zod';
import { declared } from '#entities/declared.ts';
import type { EntityName } from './entity-name.ts';

type Rows = { [Name in EntityName]: (typeof declared)[Name]['Row'] };

/** The wire shape of each entity that is stored on devices. */
export const entityRows = Object.fromEntries(
  Object.entries(declared).map(([name, { Row }]) => [name, Row]),
) as Rows;

export type EntityRow<Name extends EntityName> = z.output<Rows[Name]>;
