import { useCallback, useMemo, useState } from 'react';
import { toast } from 'sonner';
import { v7 as uuidv7 } from 'uuid';
import type { RenewalPlan } from '#contract/year-renewals.ts';
import { type RenewalWindow, renewalWindowProblems, renewalYear } from '#domain/students/year-renewal.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { useServerCommand } from '#screens/device/server-write.ts';
import { useServerData } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Confirmation } from '#ui/confirmation.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { ServerData } from '#ui/server-data.tsx';
import { useUnsavedChanges } from '#ui/unsaved-changes.ts';
import { RenewalGrades } from './renewal-grades.tsx';
import { RenewalServices } from './renewal-services.tsx';
import { NO_CHOICE, type RenewalChoice, renewalBody, renewalWords } from './renewal-values.ts';
import { useToldApart } from './told-apart.ts';

/** Whose services are renewed: chosen students, or all active ones of a client. */
export interface RenewalScope {
  students: readonly string[] | null;
  client: string | null;
}

interface RenewalFormProps extends RenewalScope {
  onDone: () => void;
}

/** Chooses the days, shows every service and grade with what will change, and renews them in one step. */
export function RenewalForm({ students, client, onDone }: RenewalFormProps) {
  const today = useToday();
  const [window, setWindow] = useState<RenewalWindow>(() => renewalYear(today));
  const isComplete = window.start_date !== '' && window.end_date !== '';
  const problems = isComplete ? renewalWindowProblems(window) : {};
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid max-w-md grid-cols-2 gap-4">
        <Field label="First day" required>
          <Input
            type="date"
            value={window.start_date}
            onChange={({ target }) => setWindow({ ...window, start_date: target.value })}
          />
        </Field>
        <Field label="Last day" error={problems.end_date} required>
          <Input
            type="date"
            value={window.end_date}
            onChange={({ target }) => setWindow({ ...window, end_date: target.value })}
          />
        </Field>
      </div>
      {isComplete && problems.end_date === undefined && (
        <Preview
          key={`${window.start_date} ${window.end_date} ${client}`}
          {...{ students, client, window, onDone }}
        />
      )}
    </div>
  );
}

function Preview({ students, client, window, onDone }: RenewalFormProps & { window: RenewalWindow }) {
  const { start_date, end_date } = window;
  const preview = useServerData(
    useCallback(
      (api: ApiClient) =>
        api.call('year-renewal.check', {
          body: { start_date, end_date, client, students: students === null ? null : [...students] },
        }),
      [start_date, end_date, client, students],
    ),
  );
  return (
    <ServerData name="the preview" state={preview}>
      {(plan) => <Shown plan={plan} onRefused={preview.reload} onDone={onDone} />}
    </ServerData>
  );
}

interface ShownProps {
  plan: RenewalPlan;
  onRefused: () => Promise<void>;
  onDone: () => void;
}

function Shown({ plan: planned, onRefused, onDone }: ShownProps) {
  const plan = useNamedPlan(planned);
  const [choice, setChoice] = useState<RenewalChoice>(NO_CHOICE);
  const [id] = useState(() => uuidv7());
  const [isAsking, setAsking] = useState(false);
  const command = useServerCommand();
  useUnsavedChanges(choice !== NO_CHOICE);
  const body = renewalBody(id, plan, choice);
  const isEmpty = body.lines.length + body.grades.length === 0;
  const toggle = (one: string) =>
    setChoice((before) => {
      const toggled = new Set(before.toggled);
      if (!toggled.delete(one)) toggled.add(one);
      return { ...before, toggled };
    });
  const renew = async () => {
    try {
      await command('year-renewal.create', { body }, 0);
    } catch (problem) {
      // Someone may have changed a service in the meantime.
      void onRefused();
      throw problem;
    }
    setChoice(NO_CHOICE);
    toast.success('Renewed. You can undo it in Admin under Bulk changes.');
    onDone();
  };
  const words = renewalWords(plan, choice);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <RenewalServices
        lines={plan.lines}
        choice={choice}
        onToggle={toggle}
        onChange={(line, change) =>
          setChoice((before) => ({ ...before, changes: new Map(before.changes).set(line, change) }))
        }
      />
      <RenewalGrades lines={plan.grades} choice={choice} onToggle={toggle} onChanged={onRefused} />
      <div className="flex flex-wrap items-center justify-end gap-4">
        <p role="status" className="mr-auto font-medium text-sm">
          {words}
        </p>
        <Button disabled={isEmpty} onClick={() => setAsking(true)}>
          Renew
        </Button>
      </div>
      <Confirmation
        title={`Renew from ${displayDay(plan.start_date)} to ${displayDay(plan.end_date)}`}
        open={isAsking}
        onOpenChange={setAsking}
        onConfirm={renew}
      >
        {words} Last year's services that continue end the day before. You can undo this for 30 days, except
        for students whose records have changed since.
      </Confirmation>
    </div>
  );
}

/** The plan with names by which students of one name can be told apart. */
function useNamedPlan(plan: RenewalPlan): RenewalPlan {
  const students = [...plan.lines, ...plan.grades].map(named);
  const nameOf = useToldApart(students);
  return useMemo(() => {
    const withName = <Line extends StudentLine>(line: Line) => ({
      ...line,
      student_name: nameOf(named(line)),
    });
    return { ...plan, lines: plan.lines.map(withName), grades: plan.grades.map(withName) };
  }, [plan, nameOf]);
}

type StudentLine = Pick<RenewalPlan['grades'][number], 'student' | 'student_name'>;

const named = ({ student, student_name }: StudentLine) => ({ id: student, name: student_name });
