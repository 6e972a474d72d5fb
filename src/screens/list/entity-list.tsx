import { Plus } from 'lucide-react';
import { type ReactNode, useMemo, useRef } from 'react';
import type { EntityRow } from '#contract/entities.ts';
import type { EntityName } from '#contract/entity-name.ts';
import { entityName, fieldLabel } from '#entities/words/words.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { DataTable, type DataTableColumn } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ArchiveAction } from './archive-action.tsx';
import { type FormLeads, useRecordEdit } from './record-edit.tsx';

interface ListedRow {
  id: string;
  archived: boolean;
}

/** A column for a field, with its header from the entity's words. */
export type EntityColumn<Name extends EntityName, Row extends ListedRow> = Omit<
  DataTableColumn<Row>,
  'id' | 'header'
> & {
  id: keyof EntityRow<Name> & string;
};

interface EntityListProps<Name extends EntityName, Row extends ListedRow> {
  entity: Name;
  /** The table's accessible name. */
  label: string;
  /** Must stay the same array while the rows do. */
  rows: readonly Row[];
  /** Must stay the same array while the columns do. The first is sorted by. */
  columns: readonly EntityColumn<Name, Row>[];
  /** Absent if the rows are read-only. */
  editing?: Editing<Row> | undefined;
  empty: { title: string; words: string };
  /** Shown next to the button that adds a record. */
  actions?: ReactNode;
  description?: string;
}

interface Editing<Row> {
  /** Identifies a row, for assistive technology and dialogs. */
  nameOf: (row: Row) => string;
  /**
   * Archives or restores a record.
   * @throws Error that the dialog shows
   */
  archive: (row: Row, archived: boolean) => Promise<void>;
  /** The form of a row, or of a new one if null. */
  form: (row: Row | null, leads: FormLeads) => ReactNode;
}

/** All records of a kind, to add, edit, and archive. */
export function EntityList<Name extends EntityName, Row extends ListedRow>({
  entity,
  label,
  rows,
  columns,
  editing,
  empty,
  actions,
  description,
}: EntityListProps<Name, Row>) {
  const edit = useRecordEdit<Row>();
  const latest = useRef(editing);
  latest.current = editing;
  const mayEdit = editing !== undefined;
  const hasArchived = rows.some(({ archived }) => archived);
  const shown = useMemo<DataTableColumn<Row>[]>(
    () => [
      ...columns.map((column) => ({ ...column, header: fieldLabel(entity, column.id) })),
      {
        id: 'action',
        header: mayEdit ? 'Action' : 'State',
        // "Archived" and "Restore" need more room than "Archive", which a text can use.
        width: hasArchived ? '11rem' : '7rem',
        sortable: false,
        value: () => null,
        cell: (row) => (
          <span className="flex items-center">
            {row.archived && <Badge variant="neutral">Archived</Badge>}
            {mayEdit && (
              <ArchiveAction
                name={latest.current?.nameOf(row) ?? ''}
                archived={row.archived}
                onArchive={async (archived) => latest.current?.archive(row, archived)}
              />
            )}
          </span>
        ),
      },
    ],
    [entity, columns, mayEdit, hasArchived],
  );
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-end gap-2">
        {description !== undefined && <p className="mr-auto text-muted-foreground text-sm">{description}</p>}
        {actions}
        {mayEdit && (
          <Button onClick={edit.openNew}>
            <Plus aria-hidden="true" />
            Add {entityName(entity)}
          </Button>
        )}
      </div>
      <DataTable
        label={label}
        rows={rows}
        columns={shown}
        rowId={({ id }) => id}
        {...(mayEdit ? { onOpen: edit.open } : {})}
        initialSort={{ id: columns[0]?.id ?? '', desc: false }}
        empty={<EmptyState title={empty.title}>{empty.words}</EmptyState>}
      />
      {editing !== undefined && edit.form(editing.form)}
    </div>
  );
}
