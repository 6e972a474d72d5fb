import { useCallback, useState } from 'react';
import { toast } from 'sonner';
import { v7 as uuidv7 } from 'uuid';
import type { CaseloadMove, HandedService, HandoverPreview } from '#contract/caseload-moves.ts';
import { handoverProblems } from '#domain/caseloads/handover-dates.ts';
import { namedProviders } from '#domain/providers/provider-name.ts';
import { daysOffText, daysOffWithin, weeklyHoursTexts } from '#domain/providers/weekly-hours.ts';
import { HINT_SEPARATOR } from '#domain/students/namesakes.ts';
import { counted } from '#domain/text/counted.ts';
import { isolated } from '#domain/text/isolated.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { CaseloadWarning } from '#screens/caseload-warning.tsx';
import { useAvailabilities } from '#screens/device/availabilities.ts';
import { useAllProviders } from '#screens/device/lookups.ts';
import { useNamesakeHints } from '#screens/device/namesake-hints.ts';
import { useServerCommand } from '#screens/device/server-write.ts';
import { useServerData } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#ui/card.tsx';
import { CheckRow } from '#ui/check-row.tsx';
import { Confirmation } from '#ui/confirmation.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { NamedOptions, Select } from '#ui/select.tsx';
import { ServerData } from '#ui/server-data.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { useUnsavedChanges } from '#ui/unsaved-changes.ts';
import { WarningList } from '#ui/warning-list.tsx';
import { daysWords, movesWords } from './handover-words.ts';

interface HandoverFormProps {
  provider: string;
  isArchived: boolean;
  /** @param move the hand-over that was made */
  onDone: (move: string) => Promise<void>;
}

interface Values {
  substitute: string;
  start_date: string;
  end_date: string;
  note: string;
}

const EMPTY: Values = { substitute: '', start_date: '', end_date: '', note: '' };

/** Services that were taken out: kept when other days or another substitute are chosen. */
type Left = ReadonlySet<string>;
const NONE_LEFT: Left = new Set();

/** Chooses a substitute and days, shows what moves, and hands it over. */
export function HandoverForm({ provider, isArchived, onDone }: HandoverFormProps) {
  const [values, setValues] = useState(EMPTY);
  const [left, setLeft] = useState(NONE_LEFT);
  const today = useToday();
  const providers = useAllProviders();
  useUnsavedChanges(values !== EMPTY);
  const set = (change: Partial<Values>) => setValues((before) => ({ ...before, ...change }));
  const { substitute, start_date, end_date } = values;
  const days = { start_date, end_date: end_date === '' ? null : end_date };
  const problems = start_date === '' ? {} : handoverProblems(days, today);
  const isAsked = substitute !== '' && start_date !== '' && Object.keys(problems).length === 0;
  const own = providers?.get(provider);
  // People who deliver one of the services come first.
  const others = namedProviders(providers?.values() ?? []).filter(
    ({ id, archived }) => id !== provider && !archived,
  );
  const fits = others.filter((one) => one.services.some((service) => own?.services.includes(service)));
  return (
    <Card>
      <CardHeader>
        <CardTitle>Hand over to a substitute</CardTitle>
        <CardDescription>
          {isArchived
            ? "Moves this provider's remaining services and planned sessions to a colleague."
            : 'Moves services and planned sessions to a colleague for these days. They come back after the last day.'}
        </CardDescription>
      </CardHeader>
      <CardContent className="grid gap-5">
        <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
          <Field label="Substitute" required>
            <Select value={substitute} onChange={(event) => set({ substitute: event.target.value })}>
              <NamedOptions items={fits} />
            </Select>
          </Field>
          <Field label="First day" error={problems.start_date} required>
            <Input
              type="date"
              min={today}
              value={start_date}
              onChange={(event) => set({ start_date: event.target.value })}
            />
          </Field>
          <Field
            label="Last day"
            error={problems.end_date}
            description="Leave blank if they don't come back."
          >
            <Input
              type="date"
              min={start_date}
              value={end_date}
              onChange={(event) => set({ end_date: event.target.value })}
            />
          </Field>
        </div>
        {substitute !== '' && start_date !== '' && (
          <SubstituteTimeOff substitute={substitute} from={start_date} to={days.end_date} />
        )}
        {(substitute === '' || start_date === '') && (
          <p className="text-muted-foreground text-sm">
            Choose a substitute and a first day to review what moves.
          </p>
        )}
        {isAsked && (
          <Preview
            key={`${substitute} ${start_date} ${end_date}`}
            {...{ provider, values, days, left }}
            onLeft={setLeft}
            onNote={(note) => set({ note })}
            onDone={async (move) => {
              setValues(EMPTY);
              setLeft(NONE_LEFT);
              await onDone(move);
            }}
          />
        )}
      </CardContent>
    </Card>
  );
}

interface HandBackFormProps {
  move: CaseloadMove;
  onCancel: () => void;
  /** @param move the hand-over that was made */
  onDone: (move: string) => Promise<void>;
}

/** A ref: one function for all renders, so it is called once. */
function focusOnce(element: HTMLElement | null): void {
  element?.focus();
}

/** Hands the students of a hand-over back to their provider, from a day on; the substitute's own students stay. */
export function HandBackForm({ move, onCancel, onDone }: HandBackFormProps) {
  const { id, subject, subject_name, target, target_name, end_date } = move;
  const today = useToday();
  const [start_date, setStart] = useState(move.start_date > today ? move.start_date : today);
  const [note, setNote] = useState('');
  const [left, setLeft] = useState(NONE_LEFT);
  const days = { start_date, end_date };
  const problems = start_date === '' ? {} : handoverProblems(days, today);
  useUnsavedChanges(note !== '' || left.size > 0);
  return (
    <Card>
      <CardHeader>
        <CardTitle>Hand back to {subject_name}</CardTitle>
        <CardDescription>
          Moves the services and planned sessions of this hand-over back. Other students of {target_name}{' '}
          stay.
        </CardDescription>
      </CardHeader>
      <CardContent className="grid gap-5">
        <div className="grid items-end gap-4 sm:grid-cols-[minmax(0,1fr)_auto]">
          <Field label="First day" error={problems.start_date ?? problems.end_date} required>
            <Input
              ref={focusOnce}
              type="date"
              className="sm:max-w-56"
              min={today}
              {...(end_date !== null && { max: end_date })}
              value={start_date}
              onChange={(event) => setStart(event.target.value)}
            />
          </Field>
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        </div>
        {start_date !== '' && Object.keys(problems).length === 0 && (
          <Preview
            key={start_date}
            provider={target}
            values={{ substitute: subject, note }}
            days={days}
            handsBack={id}
            left={left}
            onLeft={setLeft}
            onNote={setNote}
            onDone={onDone}
          />
        )}
      </CardContent>
    </Card>
  );
}

interface SubstituteTimeOffProps {
  substitute: string;
  from: string;
  /** Null: for good. */
  to: string | null;
}

/** What speaks against a substitute on these days; they can take over all the same. */
function SubstituteTimeOff({ substitute, from, to }: SubstituteTimeOffProps) {
  const own = useAvailabilities().get(substitute);
  const off = daysOffWithin(own?.days_off ?? [], from, to);
  const hours = weeklyHoursTexts(own?.weekly ?? []);
  const warnings = off.map((one) => ({
    id: `${one.start_date} ${one.end_date}`,
    words: `The substitute is off ${daysOffText(one)}${one.reason === '' ? '' : ` (${one.reason})`}.`,
  }));
  return (
    <>
      {hours.length > 0 && (
        <p className="text-muted-foreground text-sm">The substitute is available {hours.join('; ')}.</p>
      )}
      <WarningList warnings={warnings} />
    </>
  );
}

interface PreviewProps {
  provider: string;
  values: Pick<Values, 'substitute' | 'note'>;
  days: { start_date: string; end_date: string | null };
  /** The hand-over that goes back. */
  handsBack?: string;
  left: Left;
  onLeft: (left: Left) => void;
  onNote: (note: string) => void;
  /** @param move the hand-over that was made */
  onDone: (move: string) => Promise<void>;
}

function Preview({ provider, values, days, handsBack, ...leads }: PreviewProps) {
  const { substitute } = values;
  const { start_date, end_date } = days;
  const preview = useServerData(
    useCallback(
      (api: ApiClient) =>
        api.call('caseload-move.read-handover', {
          params: { id: provider },
          query: {
            ...{ substitute, start_date },
            ...(end_date !== null && { end_date }),
            ...(handsBack !== undefined && { hands_back: handsBack }),
          },
        }),
      [provider, substitute, start_date, end_date, handsBack],
    ),
  );
  return (
    <ServerData name="the preview" state={preview}>
      {(shown) => (
        <Shown
          preview={shown}
          {...{ provider, values, days }}
          {...(handsBack !== undefined && { handsBack })}
          {...leads}
          onRefused={preview.reload}
        />
      )}
    </ServerData>
  );
}

interface ShownProps extends PreviewProps {
  preview: HandoverPreview;
  onRefused: () => Promise<void>;
}

function Shown({ preview, provider, values, days, handsBack, left, ...leads }: ShownProps) {
  const { onLeft, onNote, onDone, onRefused } = leads;
  const movable = preview.services.filter(({ refusal }) => refusal === '');
  // Everything moves that isn't taken out; a preview that was asked for again may have lost some.
  const chosen = new Set(movable.flatMap((one) => (left.has(one.id) ? [] : one.id)));
  const hints = useNamesakeHints(preview.services.map(({ student }) => student));
  const [id] = useState(() => uuidv7());
  const [isAsking, setAsking] = useState(false);
  const command = useServerCommand();
  if (preview.services.length === 0) {
    return (
      <p className="text-sm">
        {preview.provider.name} has no assigned services on these days, so there's nothing to move.
      </p>
    );
  }
  const toggle = (service: string, isChosen: boolean) => {
    const next = new Set(left);
    if (isChosen) next.delete(service);
    else next.add(service);
    onLeft(next);
  };
  const handOver = async () => {
    const body = {
      ...{ id, substitute: values.substitute, ...days, services: [...chosen], note: values.note },
      ...(handsBack !== undefined && { hands_back: handsBack }),
    };
    try {
      await command('caseload-move.hand-over', { params: { id: provider }, body }, 0);
    } catch (problem) {
      // Someone may have changed a service in the meantime.
      void onRefused();
      throw problem;
    }
    toast.success(`${handsBack === undefined ? 'Handed over' : 'Handed back'} to ${preview.substitute.name}`);
    await onDone(id);
  };
  return (
    <div className="grid gap-4">
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-medium text-sm">What moves to {preview.substitute.name}</legend>
        <ul className="grid max-h-96 gap-x-6 overflow-y-auto rounded-md border border-border p-2 lg:grid-cols-2">
          {preview.services.map((service) => (
            <li key={service.id}>
              <ServiceChoice
                service={service}
                hint={hints.get(service.student) ?? []}
                days={days}
                isChosen={chosen.has(service.id)}
                onChange={(isChosen) => toggle(service.id, isChosen)}
              />
            </li>
          ))}
        </ul>
      </fieldset>
      <p role="status" className="text-sm">
        <span className="font-medium">{movesWords(preview, chosen)}</span> {daysWords(days)}.
        {days.end_date !== null &&
          handsBack === undefined &&
          ` After that, they go back to ${preview.provider.name}.`}{' '}
        Recorded sessions and notes stay with {preview.provider.name}.
      </p>
      <CaseloadWarning
        provider={values.substitute}
        students={movable.flatMap(({ id: service, student }) => (chosen.has(service) ? student : []))}
      />
      {preview.overlaps > 0 && (
        <p className="text-sm text-warning">
          {/* Counted for all that can move. */}
          {chosen.size < movable.length && 'Up to '}
          {counted(preview.overlaps, 'planned session')} in the first four weeks{' '}
          {preview.overlaps === 1 ? 'overlaps' : 'overlap'} with {preview.substitute.name}'s calendar.
        </p>
      )}
      <Field label="Note" description={`For ${preview.substitute.name} and your office`}>
        <Textarea
          value={values.note}
          maxLength={2_000}
          rows={3}
          onChange={(event) => onNote(event.target.value)}
        />
      </Field>
      <Button className="justify-self-end" disabled={chosen.size === 0} onClick={() => setAsking(true)}>
        {handsBack === undefined ? 'Hand over' : 'Hand back'} {counted(chosen.size, 'service')}
      </Button>
      <Confirmation
        title={`${handsBack === undefined ? 'Hand over' : 'Hand back'} to ${preview.substitute.name}`}
        open={isAsking}
        onOpenChange={setAsking}
        onConfirm={handOver}
      >
        {movesWords(preview, chosen)} {daysWords(days)}. You can undo this for 30 days, unless something in it
        changes.
      </Confirmation>
    </div>
  );
}

interface ServiceChoiceProps {
  service: HandedService;
  /** What tells the student from others of the same name. */
  hint: readonly string[];
  days: { start_date: string; end_date: string | null };
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
}

function ServiceChoice({ service, hint, days, isChosen, onChange }: ServiceChoiceProps) {
  const { student_name, service_name, refusal, from, to } = service;
  const isShorter = from !== days.start_date || to !== days.end_date;
  const only = `Only ${displayDay(from)}${to === null ? ' on' : ` to ${displayDay(to)}`}`;
  const details = [
    ...hint,
    ...(refusal !== '' ? [`Not moved: ${refusal}`] : []),
    ...(refusal === '' && isShorter ? [only] : []),
  ];
  return (
    <CheckRow checked={isChosen} disabled={refusal !== ''} onChange={onChange}>
      <span className="grid min-w-0">
        <span>
          {isolated(student_name)}, {service_name}
        </span>
        {details.length > 0 && (
          <span className="text-muted-foreground text-xs">{details.join(HINT_SEPARATOR)}</span>
        )}
      </span>
    </CheckRow>
  );
}
