import { Archive, ArchiveRestore, Languages, Pencil, Plus, Printer, Target } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { servicesByName } from '#db/catalog.ts';
import { goalsOfStudent } from '#db/soap-notes.ts';
import { bankOptions, type LocalSoapOption } from '#db/soap-options.ts';
import type { LocalGoal, LocalStudent } from '#db/student-file.ts';
import { LANGUAGE_LABELS } from '#domain/students/student-file.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { namesById } from '#screens/device/record-names.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { useRecordEdit } from '#screens/list/record-edit.tsx';
import { ActivateConfirmation } from '#ui/activate-confirmation.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { RecordState } from '#ui/record-state.tsx';
import { GoalForm } from './goal-form.tsx';
import { archiveGoal } from './record-file.ts';

/** The student's goals, active ones first, with the family's language if the bank has it. */
export function GoalList({ student, isClosed }: { student: LocalStudent; isClosed: boolean }) {
  const goals = useLocal((db) => goalsOfStudent(db, student.id), [student.id]);
  const services = useLocal(servicesByName, []);
  const bank = useLocal((db) => bankOptions(db, 'goal_option'), []);
  const edit = useRecordEdit<LocalGoal>();
  const [showsArchived, setShowsArchived] = useState(false);
  if (goals === undefined || services === undefined || bank === undefined) return null;
  const shown = goals.filter(({ archived }) => showsArchived || !archived);
  const archivedCount = goals.filter(({ archived }) => archived).length;
  const serviceNames = namesById(services);
  const options = new Map(bank.map((option) => [option.id, option]));
  const add = (
    <Button variant="outline" onClick={edit.openNew}>
      <Plus aria-hidden="true" />
      Add goal
    </Button>
  );
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-end gap-2 print:hidden">
        {archivedCount > 0 && (
          <Button
            variant="ghost"
            aria-pressed={showsArchived}
            onClick={() => setShowsArchived((shows) => !shows)}
          >
            {showsArchived ? 'Hide archived' : `Show ${archivedCount} archived`}
          </Button>
        )}
        {shown.length > 0 && (
          <Button variant="outline" onClick={() => window.print()}>
            <Printer aria-hidden="true" />
            Print
          </Button>
        )}
        {!isClosed && goals.length > 0 && add}
      </div>
      {shown.length === 0 ? (
        <Card>
          <EmptyState icon={Target} title="No active goals" action={!isClosed && goals.length === 0 && add}>
            Write your own or pick from the goal bank.
          </EmptyState>
        </Card>
      ) : (
        <ul aria-label="Goals" className="grid gap-3">
          {shown.map((goal) => (
            <GoalItem
              key={goal.id}
              goal={goal}
              student={student}
              service={serviceNames.get(goal.service ?? '')}
              option={options.get(goal.goal_option ?? '')}
              onEdit={isClosed ? null : () => edit.open(goal)}
            />
          ))}
        </ul>
      )}
      {edit.form((goal, leads) => (
        <GoalForm student={student} goal={goal} {...leads} />
      ))}
    </div>
  );
}

interface GoalItemProps {
  goal: LocalGoal;
  student: LocalStudent;
  service: string | undefined;
  option: LocalSoapOption | undefined;
  /** Null if it is read-only. */
  onEdit: (() => void) | null;
}

function GoalItem({ goal, student, service, option, onEdit }: GoalItemProps) {
  const { workspace } = useSignedIn();
  const [isAsking, setAsking] = useState(false);
  const label = goal.archived ? 'Restore' : 'Archive';
  const facts: [string, string][] = [
    [fieldLabel('goal', 'baseline'), goal.baseline],
    [fieldLabel('goal', 'target'), goal.target],
    [fieldLabel('goal', 'criterion'), goal.criterion],
    [fieldLabel('goal', 'start_date'), displayDay(goal.start_date)],
    [fieldLabel('goal', 'target_date'), goal.target_date === null ? '' : displayDay(goal.target_date)],
  ];
  return (
    <li className="grid gap-3 rounded-lg border border-border bg-card p-4 text-sm">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <p className="min-w-0 flex-1 basis-64 whitespace-pre-wrap break-words font-medium">
          {goal.goal_text}
        </p>
        {onEdit !== null && (
          <div className="flex gap-1 print:hidden">
            <Button size="sm" variant="ghost" onClick={onEdit}>
              <Pencil aria-hidden="true" />
              Edit<span className="sr-only"> the goal {goal.goal_text}</span>
            </Button>
            <Button size="sm" variant="ghost" onClick={() => setAsking(true)}>
              {goal.archived ? <ArchiveRestore aria-hidden="true" /> : <Archive aria-hidden="true" />}
              {label}
              <span className="sr-only"> the goal {goal.goal_text}</span>
            </Button>
          </div>
        )}
      </div>
      <ForFamily goal={goal} student={student} option={option} />
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {facts.map(
          ([name, value]) =>
            value !== '' && (
              <div key={name}>
                <dt className="text-muted-foreground text-xs">{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <p className="flex flex-wrap items-center gap-2 empty:hidden">
        {service !== undefined && <Badge variant="outline">{service}</Badge>}
        {goal.archived && <Badge variant="neutral">Archived</Badge>}
        {goal.record_state !== 'sent' && <RecordState state={goal.record_state} />}
      </p>
      <ActivateConfirmation
        buttonLabel={label}
        name="this goal"
        open={isAsking}
        onOpenChange={setAsking}
        onConfirm={async () => {
          await archiveGoal(workspace, goal, !goal.archived);
          toast.success(goal.archived ? 'Goal restored' : 'Goal archived', { duration: 2_500 });
        }}
      />
    </li>
  );
}

/** The bank's entry in the language spoken at home; renders nothing if the goal's text has changed since. */
function ForFamily({ goal, student, option }: Pick<GoalItemProps, 'goal' | 'student' | 'option'>) {
  const words = option?.translations[student.home_language];
  if (option === undefined || words === undefined || words === '' || goal.goal_text !== option.option_text) {
    return null;
  }
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-2 rounded-md bg-secondary px-3 py-2">
      <Languages aria-hidden="true" className="mt-0.5 size-4 text-muted-foreground" />
      <p>
        <span className="sr-only">In {LANGUAGE_LABELS[student.home_language]}: </span>
        <span lang={student.home_language} dir="auto">
          {words}
        </span>
      </p>
    </div>
  );
}
