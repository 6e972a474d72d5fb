import { Plus } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import type { ListedCondition } from '#contract/billing-conditions.ts';
import {
  CONDITION_LABELS,
  conditionOn,
  conditionWords,
  startWords,
  WITHOUT_CONDITION,
} from '#domain/money/billing-conditions.ts';
import { CONDITION_TYPES, type ConditionType } from '#domain/money/condition-types.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { useLookups } from '#screens/device/lookups.ts';
import { useToday } from '#screens/device/today.ts';
import { useRecordEdit } from '#screens/list/record-edit.tsx';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Button } from '#ui/button.tsx';
import { ClampedText } from '#ui/clamped-text.tsx';
import { DataTable, type DataTableColumn } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { RefreshButton, ServerData } from '#ui/server-data.tsx';
import { useViewport } from '#ui/viewport.ts';
import { ConditionArchive } from './condition-archive.tsx';
import { ConditionForm } from './condition-form.tsx';

interface AppliedTerms {
  type: ConditionType;
  condition: ListedCondition | null;
}

const label = (field: keyof ListedCondition) => fieldLabel('billing_condition', field);

/** What was agreed with the client: what applies today, and all conditions with earlier and archived ones. */
export function ClientConditions({ client }: { client: { id: string; name: string } }) {
  const { id } = client;
  const today = useToday();
  const lookups = useLookups();
  const edit = useRecordEdit<ListedCondition>();
  const [type, setType] = useState<ConditionType>('no_show');
  const answer = useKeptAnswer(
    'client-conditions',
    JSON.stringify({ id }),
    useCallback((api: ApiClient) => api.call('billing-condition.list', { query: { client: id } }), [id]),
  );
  const openNew = (next: ConditionType) => {
    setType(next);
    edit.openNew();
  };
  return (
    <section aria-label="Billing conditions" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        {answer.result !== undefined && (
          <Button onClick={() => openNew('no_show')}>
            <Plus aria-hidden="true" />
            Add billing condition
          </Button>
        )}
        <RefreshButton state={answer} />
      </div>
      <ServerData name="billing conditions" state={answer}>
        {(conditions) => (
          <>
            <TodayTable
              conditions={conditions}
              today={today}
              onOpen={({ type: one, condition }) =>
                condition === null ? openNew(one) : edit.open(condition)
              }
            />
            {conditions.length > 0 && (
              <AllTable conditions={conditions} today={today} onOpen={edit.open} onDone={answer.reload} />
            )}
          </>
        )}
      </ServerData>
      {edit.form((condition, { onClose, onAddAnother }) => (
        <ConditionForm
          condition={condition}
          client={client}
          type={type}
          services={lookups?.services ?? []}
          // Also after a refused save: someone else may have changed the condition.
          onClose={() => {
            onClose();
            void answer.reload();
          }}
          onAddAnother={() => {
            onAddAnother();
            void answer.reload();
          }}
        />
      ))}
    </section>
  );
}

/** The terms in words. */
export function termsOf(condition: ListedCondition): string {
  return conditionWords(condition, () => condition.service_name ?? 'Travel');
}

function Terms({ text, note }: { text: string; note: string }) {
  return (
    <ClampedText text={note === '' ? text : `${text} ${note}`}>
      {text}
      {note !== '' && <span className="text-muted-foreground"> {note}</span>}
    </ClampedText>
  );
}

interface TodayTableProps {
  conditions: readonly ListedCondition[];
  today: string;
  onOpen: (row: AppliedTerms) => void;
}

/** One row for each type: what applies today, agreed or not. */
function TodayTable({ conditions, today, onOpen }: TodayTableProps) {
  const rows = useMemo<AppliedTerms[]>(
    () => CONDITION_TYPES.map((type) => ({ type, condition: conditionOn(conditions, type, today) })),
    [conditions, today],
  );
  const columns = useMemo<DataTableColumn<AppliedTerms>[]>(
    () => [
      {
        ...{ id: 'type', header: label('type'), width: '13rem', sortable: false },
        value: ({ type }) => CONDITION_LABELS[type],
      },
      {
        ...{ id: 'terms', header: 'What applies', sortable: false },
        value: ({ type, condition }) => (condition === null ? WITHOUT_CONDITION[type] : termsOf(condition)),
        cell: ({ type, condition }) =>
          condition === null ? (
            <ClampedText text={WITHOUT_CONDITION[type]} className="text-muted-foreground" />
          ) : (
            <Terms text={termsOf(condition)} note={condition.note} />
          ),
      },
      {
        ...{ id: 'since', header: 'Applies', width: '11rem', sortable: false },
        value: ({ condition }) => (condition === null ? 'Default' : startWords(condition.starts_on, today)),
      },
    ],
    [today],
  );
  return (
    <div className="grid gap-2">
      <h2 className="font-semibold">Conditions that apply today</h2>
      <DataTable
        label="Conditions that apply today"
        rows={rows}
        columns={columns}
        rowId={({ type }) => type}
        rowHeight={48}
        onOpen={onOpen}
        empty={null}
      />
    </div>
  );
}

interface AllTableProps {
  conditions: readonly ListedCondition[];
  today: string;
  onOpen: (row: ListedCondition) => void;
  onDone: () => Promise<void>;
}

/** Every condition of the client: current, future, earlier, and archived ones. */
function AllTable({ conditions, today, onOpen, onDone }: AllTableProps) {
  const isWide = useViewport() === 'full';
  const columns = useMemo<DataTableColumn<ListedCondition>[]>(
    () => [
      {
        ...{ id: 'type', header: label('type'), width: '12rem' },
        value: ({ type }) => CONDITION_LABELS[type],
      },
      {
        ...{ id: 'terms', header: 'Terms', sortable: false },
        value: termsOf,
        cell: (condition) => <Terms text={termsOf(condition)} note={condition.note} />,
      },
      {
        ...{ id: 'starts_on', header: label('starts_on'), width: '11rem' },
        value: ({ starts_on }) => starts_on,
        cell: ({ starts_on }) => startWords(starts_on, today),
      },
      {
        ...{ id: 'action', header: 'Action', width: '10.5rem', isPinned: true, sortable: false },
        value: () => null,
        cell: (condition) => <ConditionArchive condition={condition} onDone={onDone} />,
      },
    ],
    [today, onDone],
  );
  return (
    <div className="grid gap-2">
      <h2 className="font-semibold">All conditions</h2>
      <DataTable
        label="All conditions"
        rows={conditions}
        columns={columns}
        rowId={({ id }) => id}
        // Where it is narrow, the terms and the note take more lines.
        rowHeight={isWide ? 48 : 84}
        onOpen={onOpen}
        initialSort={{ id: 'type', desc: false }}
        empty={
          <EmptyState title="No billing conditions yet">Everything is billed at the defaults.</EmptyState>
        }
      />
    </div>
  );
}
