import { useMemo, useState } from 'react';
import type { GradeLine } from '#contract/year-renewals.ts';
import { gradeOrder } from '#domain/students/next-grade.ts';
import { counted } from '#domain/text/counted.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { DataTable, type DataTableColumn } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ArchiveStudents } from './archive-students.tsx';
import { movesUp, type RenewalChoice } from './renewal-values.ts';

interface RenewalGradesProps {
  lines: readonly GradeLine[];
  choice: RenewalChoice;
  onToggle: (student: string) => void;
  /** After students were archived. */
  onChanged: () => Promise<void>;
}

/** Every student with the grade in the new year, and those who finish school. */
export function RenewalGrades({ lines, choice, onToggle, onChanged }: RenewalGradesProps) {
  const [isArchiving, setArchiving] = useState(false);
  const leaving = useMemo(() => lines.filter(({ leaves }) => leaves), [lines]);
  const columns = useMemo<DataTableColumn<GradeLine>[]>(
    () => [
      {
        ...{ id: 'chosen', header: 'Moves up', width: '3rem', sortable: false },
        head: <span className="sr-only">Moves up</span>,
        value: () => null,
        cell: (line) => (
          <Checkbox
            aria-label={`Move up ${line.student_name}`}
            checked={movesUp(line, choice)}
            disabled={line.next_grade === null}
            onCheckedChange={() => onToggle(line.student)}
          />
        ),
      },
      {
        ...{ id: 'student', header: 'Student', width: '13rem' },
        value: ({ student_name }) => student_name,
      },
      {
        ...{ id: 'grade', header: fieldLabel('student', 'grade'), width: '9rem' },
        value: ({ grade }) => gradeOrder(grade),
        cell: (line) => (movesUp(line, choice) ? `${line.grade} → ${line.next_grade}` : line.grade || 'None'),
      },
      {
        ...{ id: 'reason', header: 'Note' },
        value: ({ reason }) => reason,
      },
    ],
    [choice, onToggle],
  );
  return (
    <section aria-label="Grades" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="font-semibold text-lg">Grades</h2>
      <DataTable
        label="Grades"
        rows={lines}
        columns={columns}
        rowId={({ student }) => student}
        className="max-h-[45dvh]"
        empty={<EmptyState title="No students">Choose a client with active students.</EmptyState>}
      />
      {leaving.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-border bg-warning-soft px-4 py-2.5 text-sm">
          <p>
            {counted(leaving.length, 'student')} {leaving.length === 1 ? 'finishes' : 'finish'} grade 12.
            Renewing doesn't archive anyone.
          </p>
          <Button variant="outline" size="sm" onClick={() => setArchiving(true)}>
            Archive {counted(leaving.length, 'student')}
          </Button>
        </div>
      )}
      {isArchiving && (
        <ArchiveStudents
          records={leaving.map(({ student }) => student)}
          onClose={() => setArchiving(false)}
          onDone={() => void onChanged()}
        />
      )}
    </section>
  );
}
