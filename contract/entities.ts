import type { z } from 'zod';
import { declared } from '#entities/declared.ts';
import { Location } from './catalogue.ts';
import type { EntityName } from './entity-name.ts';

type Declared = { [Name in keyof typeof declared]: (typeof declared)[Name]['Row'] };

/** The wire shape of each noun that lives on devices. */
export const entityRows = {
  ...(Object.fromEntries(Object.entries(declared).map(([name, { Row }]) => [name, Row])) as Declared),
  location: Location,
} satisfies Record<EntityName, z.ZodObject>;

export type EntityRow<Name extends EntityName> = z.output<(typeof entityRows)[Name]>;
