import { type ReactNode, useMemo } from 'react';
import type { EntityRow } from '#contract/entities.ts';
import type { OfficeListName } from '#contract/entity-name.ts';
import { declared } from '#entities/declared.ts';
import type { KnownNames } from '#entities/words/say.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { type EntityForm, useEntityForm } from '#screens/form/entity-form.ts';
import { EntitySheet } from '#screens/form/entity-sheet.tsx';
import { type Problems, shapeProblems } from '#screens/form/problems.ts';
import type { FormLeads } from './record-edit.tsx';

/** What people enter, as the form holds it. */
export type OfficeValues<Name extends OfficeListName> = Omit<EntityRow<Name>, 'id' | 'version'>;

export interface OfficeFieldsProps<Name extends OfficeListName> {
  form: EntityForm<Name, OfficeValues<Name>, EntityRow<Name>>;
}

interface OfficeFormProps<Name extends OfficeListName> extends FormLeads {
  entity: Name;
  /** Nothing for a new one. */
  record: EntityRow<Name> | null;
  /** What tells it from others, for the question before it is deleted. */
  name: string;
  /** What its entries name. */
  names: KnownNames;
  /** What a new one begins with. */
  initial: OfficeValues<Name>;
  /** What uses it, in sentences; such an entry is archived, not deleted. */
  inUse: string | undefined;
  /** The fields, laid out by hand. */
  Fields: (props: OfficeFieldsProps<Name>) => ReactNode;
}

/** Adds, changes, or deletes a record that the office keeps on the server. */
export function OfficeForm<Name extends OfficeListName>(props: OfficeFormProps<Name>) {
  const { entity, record, name, names, inUse, initial, Fields, ...leads } = props;
  const write = useServerWrite();
  const call = callsOf(entity);
  const form = useEntityForm<Name, OfficeValues<Name>, EntityRow<Name>>({
    entity,
    place: 'on the server',
    initial: useMemo(() => valuesOf(record, initial), [record, initial]),
    opened: record,
    draft: { form: entity },
    problemsOf: (values) => problemsOf(entity, trimmed(values)),
    merge: { valuesOf: (current) => valuesOf(current, initial), names: async () => names },
    async save(values, { id, opened }) {
      const body = trimmed(values);
      return opened === null
        ? write(`${call}.create`, { params: { id }, body: { ...body, id } } as never, 0)
        : write(`${call}.update`, { params: { id: opened.id }, body }, opened.version);
    },
    ...leads,
  });
  const remove = ({ id, version }: { id: string; version: number }) =>
    write(`${call}.delete`, { params: { id } }, version);
  const archive = ({ id, version }: { id: string; version: number }) =>
    write(`${call}.update`, { params: { id }, body: { archived: true } }, version);
  return (
    <EntitySheet
      form={form}
      deletion={
        record === null
          ? undefined
          : inUse === undefined
            ? { name, run: remove }
            : { name, inUse, archive: record.archived ? null : archive }
      }
    >
      <Fields form={form} />
    </EntitySheet>
  );
}

/** What the names of a list's calls begin with: all of them take the same. */
export function callsOf(entity: OfficeListName) {
  return entity.replaceAll('_', '-') as 'region';
}

function valuesOf<Values extends object>(record: Values | null, initial: Values): Values {
  if (record === null) return initial;
  const fields = Object.keys(initial).map((field) => [field, record[field as keyof Values]]);
  return Object.fromEntries(fields) as Values;
}

function trimmed<Values extends object>(values: Values): Values {
  const fields = Object.entries(values).map(([field, value]) => [
    field,
    typeof value === 'string' ? value.trim() : value,
  ]);
  return Object.fromEntries(fields) as Values;
}

function problemsOf(entity: OfficeListName, values: object): Problems {
  return shapeProblems(declared[entity].Changes.required(), values);
}
