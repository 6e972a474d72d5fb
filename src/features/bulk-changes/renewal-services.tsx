import { useMemo, useState } from 'react';
import type { RenewalLine } from '#contract/year-renewals.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { authorizedText } from '#domain/students/student-file.ts';
import { counted } from '#domain/text/counted.ts';
import { isolated } from '#domain/text/isolated.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { usePeopleById } from '#screens/device/people-by-id.ts';
import { namedBy } from '#screens/device/record-names.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { ClampedText } from '#ui/clamped-text.tsx';
import { DataTable, type DataTableColumn } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { useViewport } from '#ui/viewport.ts';
import { LineDialog } from './renewal-line-dialog.tsx';
import { isRenewed, type LineChange, type RenewalChoice, valuesOf } from './renewal-values.ts';

interface RenewalServicesProps {
  lines: readonly RenewalLine[];
  choice: RenewalChoice;
  onToggle: (line: string) => void;
  onChange: (line: string, change: LineChange) => void;
}

/** Every service with its renewal, or the reason why it is left out. */
export function RenewalServices({ lines, choice, onToggle, onChange }: RenewalServicesProps) {
  const known = usePeopleById('provider');
  const isTight = useViewport() !== 'full';
  const [edited, setEdited] = useState<RenewalLine | null>(null);
  const providers = useMemo(() => namedBy(known, providerName), [known]);
  const columns = useMemo<DataTableColumn<RenewalLine>[]>(
    () => [
      {
        ...{ id: 'chosen', header: 'Renewed', width: '2.75rem', sortable: false },
        head: <span className="sr-only">Renewed</span>,
        value: () => null,
        cell: (line) => (
          <Checkbox
            aria-label={`Renew ${line.student_name}, ${line.service_name}`}
            checked={isRenewed(line, choice)}
            disabled={line.is_refused}
            onCheckedChange={() => onToggle(line.id)}
          />
        ),
      },
      {
        ...{ id: 'student', header: 'Student', width: '10.25rem' },
        value: ({ student_name, service_name }) => `${student_name} ${service_name}`,
        cell: ({ student_name, service_name }) => <TwoLines first={student_name} second={service_name} />,
      },
      {
        ...{ id: 'before', header: 'Last year', width: '9rem' },
        value: ({ from }) => from,
        cell: (line) => (
          <TwoLines
            first={daysText(line.from, line.to)}
            second={`${minutesText(line.authorised_minutes, line)}, ${isolated(line.provider_name || 'not assigned')}`}
          />
        ),
      },
      {
        ...{ id: 'after', header: 'New year', width: '9rem' },
        value: (line) => (isRenewed(line, choice) ? line.start_date : null),
        cell(line) {
          if (!isRenewed(line, choice)) return <span className="text-muted-foreground">Not renewed</span>;
          const { provider, minutes } = valuesOf(line, choice);
          const name = provider === '' ? 'not assigned' : (providers.get(provider) ?? 'A colleague');
          return (
            <TwoLines
              first={daysText(line.start_date, line.end_date)}
              second={`${minutesText(minutes.trim() === '' ? null : Number(minutes), line)}, ${name}`}
            />
          );
        },
      },
      {
        ...{ id: 'reason', header: 'Note', width: '7.25rem' },
        value: (line) => noteOf(line, choice),
        cell: (line) =>
          choice.changes.has(line.id) && isRenewed(line, choice) ? (
            <Badge variant="outline">Changed</Badge>
          ) : (
            <ClampedText text={noteOf(line, choice)} />
          ),
      },
      {
        ...{ id: 'edit', header: 'Action', width: '6.25rem', sortable: false, isPinned: true },
        value: () => null,
        cell: (line) =>
          isRenewed(line, choice) && (
            <Button size="sm" variant="ghost" onClick={() => setEdited(line)}>
              Change
              <span className="sr-only">
                {' '}
                {line.student_name}, {line.service_name}
              </span>
            </Button>
          ),
      },
    ],
    [choice, onToggle, providers],
  );
  const left = lines.filter((line) => !isRenewed(line, choice)).length;
  return (
    <section aria-label="Services" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="font-semibold text-lg">Services</h2>
      {left > 0 && (
        <p className="text-muted-foreground text-sm">
          {counted(left, 'service')} left out. The note says why. Check the ones you want to renew anyway.
        </p>
      )}
      <DataTable
        label="Services to renew"
        rows={lines}
        columns={columns}
        rowId={({ id }) => id}
        rowHeight={isTight ? 88 : 56}
        className="max-h-[55dvh]"
        empty={
          <EmptyState title="No services to renew">These students had no services last year.</EmptyState>
        }
      />
      {edited !== null && (
        <LineDialog
          line={edited}
          values={valuesOf(edited, choice)}
          onClose={() => setEdited(null)}
          onChange={(change) => {
            onChange(edited.id, change);
            setEdited(null);
          }}
        />
      )}
    </section>
  );
}

function daysText(from: string, to: string | null): string {
  return to === null ? `${displayDay(from)}, no end` : `${displayDay(from)} to ${displayDay(to)}`;
}

function minutesText(minutes: number | null, { authorised_per }: RenewalLine): string {
  return minutes === null ? 'no limit' : authorizedText({ authorised_minutes: minutes, authorised_per });
}

/** Why it is left out, or that its provider can't go on. */
function noteOf(line: RenewalLine, choice: RenewalChoice): string {
  if (line.reason !== '') return line.reason;
  if (!isRenewed(line, choice) || line.provider === null || line.next_provider !== null) return '';
  const { provider } = valuesOf(line, choice);
  const label = fieldLabel('student_service', 'provider').toLowerCase();
  return provider === '' ? `${line.provider_name} can't deliver it anymore. Choose another ${label}.` : '';
}
