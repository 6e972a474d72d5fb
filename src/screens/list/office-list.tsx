import type { ReactNode } from 'react';
import type { EntityRow } from '#contract/entities.ts';
import { entityRows } from '#contract/entities.ts';
import type { OfficeListName } from '#contract/entity-name.ts';
import { counted, countedOf } from '#domain/text/counted.ts';
import type { KnownNames } from '#entities/words/say.ts';
import { entityName, fieldLabel, fieldWords, inReadingOrder, rowTitle } from '#entities/words/words.ts';
import { namesById } from '#screens/device/record-names.ts';
import { useServerCommand } from '#screens/device/server-write.ts';
import { archiveNote } from '#screens/form/in-use.ts';
import { defineReport, fromServer, type Report, type ReportColumn } from '#screens/report/define-report.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Badge } from '#ui/badge.tsx';
import { ArchiveAction } from './archive-action.tsx';
import { OFFICE_FILTERS } from './office-filters.ts';
import { callsOf, type OfficeFieldsProps, OfficeForm, type OfficeValues } from './office-form.tsx';

/** A record, and what it names. */
interface OfficeRow<Name extends OfficeListName> {
  record: EntityRow<Name>;
  names: KnownNames;
  /** How many records name it. */
  /** How many records of each using list name it. */
  uses: readonly number[];
}

/** A list whose records name entries of this one, and what one and many of them are called. */
interface Uses {
  list: 'sub-region.list' | 'service.list' | 'client.list-all';
  /** Holds an id, or several. */
  field: 'region' | 'category' | 'regions';
  nouns: readonly [one: string, many: string];
}

type NamedLists = Partial<
  Record<
    keyof KnownNames,
    readonly ('region.list' | 'service-category.list' | 'client.list-all' | 'client.list-archived')[]
  >
>;
interface OfficeAnswer<Name extends OfficeListName> {
  records: readonly EntityRow<Name>[];
  named: Partial<Record<keyof KnownNames, readonly { id: string; name: string }[]>>;
  /** The entries that the records of each using list name. */
  used: readonly (readonly string[])[];
}

/** What its records are, only its own columns and form need to know. */
export type OfficeList = Report<typeof OFFICE_FILTERS, object>;

interface OfficeListSpec<Name extends OfficeListName> {
  /** "Sub-regions". */
  title: string;
  /** The lists that its fields name records of. */
  names?: NamedLists;
  /** What names its entries: one in use is archived, not deleted. */
  usedBy?: readonly Uses[];
  /** What a new record begins with. */
  initial: OfficeValues<Name>;
  /** The fields of its form, laid out by hand. */
  Fields: (props: OfficeFieldsProps<Name>) => ReactNode;
  empty: string;
}

/**
 * A list that the office keeps on the server: searched, sorted, added to, changed, archived, and taken along as
 * files. Its columns are the entity's fields.
 */
export function officeList<Name extends OfficeListName>(
  entity: Name,
  { title, names = {}, usedBy = [], initial, Fields, empty }: OfficeListSpec<Name>,
): OfficeList {
  const nameOf = ({ record, names: known }: OfficeRow<Name>) => rowTitle(entity, record, known);
  const inUse = ({ uses }: OfficeRow<Name>) =>
    uses.every((count) => count === 0) ? undefined : inUseWords(uses, usedBy);
  const columns = inReadingOrder(entity, Object.keys(entityRows[entity].shape))
    .filter((field) => !['id', 'version', 'archived'].includes(field))
    .map((field): ReportColumn<OfficeRow<Name>> => {
      const value = ({ record, names: known }: OfficeRow<Name>) =>
        fieldWords(entity, field, record[field as keyof EntityRow<Name>], known);
      return { id: field, header: fieldLabel(entity, field), value };
    });
  const report = defineReport(OFFICE_FILTERS, {
    id: title.toLowerCase().replaceAll(' ', '-'),
    title,
    label: title,
    rows: fromServer({
      name: title.toLowerCase(),
      ask: (api) => askFor(api, entity, names, usedBy),
      rows({ records, named, used }: OfficeAnswer<Name>): OfficeRow<Name>[] {
        const known = Object.fromEntries(
          Object.entries(named).map(([kind, list]) => [kind, namesById(list)]),
        );
        return records.map((record) => ({
          ...{ record, names: known },
          uses: used.map((ids) => ids.filter((id) => id === record.id).length),
        }));
      },
    }),
    rowId: ({ record }) => record.id,
    filters: {
      search: {
        label: 'Search',
        words: (row) => columns.map(({ value }) => String(value(row))).join(' '),
      },
      show: {
        label: 'Show',
        all: 'Current and archived',
        initial: 'current',
        choices: () => [
          { id: 'current', name: 'Current' },
          { id: 'archived', name: 'Archived' },
        ],
        matches: ({ record }, show) => record.archived === (show === 'archived'),
      },
    },
    sort: { id: columns[0]?.id ?? '', desc: false },
    columns: [
      ...columns,
      {
        ...{ id: 'archived', header: fieldLabel(entity, 'archived'), only: 'file' },
        value: ({ record, names: known }) => fieldWords(entity, 'archived', record.archived, known),
      },
      {
        ...{
          id: 'action',
          header: 'Action',
          width: '11rem',
          isPinned: true,
          only: 'screen',
          isUnsortable: true,
        },
        value: () => null,
        cell: (row, { reload }) => (
          <OfficeArchive {...{ entity, reload }} record={row.record} name={nameOf(row)} inUse={inUse(row)} />
        ),
      },
    ],
    remark: (shown, all) => countedOf(shown.length, all.length, entityName(entity), title.toLowerCase()),
    edits: {
      entity,
      permission: 'catalogue.record',
      form: (row, leads) => (
        <OfficeForm
          entity={entity}
          record={row?.record ?? null}
          name={row === null ? '' : nameOf(row)}
          inUse={row === null ? undefined : inUse(row)}
          names={row?.names ?? {}}
          initial={initial}
          Fields={Fields}
          {...leads}
        />
      ),
    },
    empty: { title: `No ${title.toLowerCase()} yet`, help: empty, filtered: 'Clear the filters to see all.' },
  });
  return report as unknown as OfficeList;
}

async function askFor<Name extends OfficeListName>(
  api: ApiClient,
  entity: Name,
  names: NamedLists,
  usedBy: readonly Uses[],
): Promise<OfficeAnswer<Name>> {
  const [records, using, ...lists] = await Promise.all([
    api.call(`${callsOf(entity)}.list`),
    Promise.all(usedBy.map(({ list }) => api.call(list) as Promise<readonly object[]>)),
    ...Object.entries(names).map(
      async ([kind, calls]) =>
        [kind, (await Promise.all(calls.map((call) => api.call(call)))).flat()] as const,
    ),
  ]);
  return {
    records: records as unknown as EntityRow<Name>[],
    named: Object.fromEntries(lists),
    used: using.map((list, at) =>
      list.flatMap((one) => one[usedBy[at]?.field as keyof typeof one] as string),
    ),
  };
}

interface OfficeArchiveProps {
  entity: OfficeListName;
  record: { id: string; version: number; archived: boolean };
  name: string;
  inUse: string | undefined;
  reload: () => Promise<void>;
}

/** Whether it is archived, and the button that archives or restores it. */
function OfficeArchive({ entity, record, name, inUse, reload }: OfficeArchiveProps) {
  const command = useServerCommand();
  const { id, version, archived } = record;
  return (
    <span className="flex items-center">
      {archived && <Badge variant="neutral">Archived</Badge>}
      <ArchiveAction
        name={name}
        archived={archived}
        note={inUse && archiveNote(inUse)}
        onArchive={async (next) => {
          await command(`${callsOf(entity)}.update`, { params: { id }, body: { archived: next } }, version);
          await reload();
        }}
      />
    </span>
  );
}

/** "2 sub-regions and 1 client use it and keep it." @param uses at least one of them more than 0 */
function inUseWords(uses: readonly number[], usedBy: readonly Uses[]): string {
  const users = usedBy.flatMap(({ nouns: [one, many] }, at) => {
    const count = uses[at] ?? 0;
    if (count === 0) return [];
    return [counted(count, one, many)];
  });
  const isOne = users.length === 1 && users[0]?.startsWith('1 ');
  return `${users.join(' and ')} ${isOne ? 'uses it and will keep' : 'use it and will keep'} it.`;
}
