import { makeUpLedger, openMakeUps, remainingMinutes, USUAL_WINDOWS } from '#domain/sessions/make-ups.ts';
import { ATTENDANCE_LABELS } from '#domain/sessions/session.ts';
import { dayPlus, displayDay, displayMoment } from '#domain/time/pacific.ts';
import { useLoading } from '#screens/device/first-pull.ts';
import { type FoundSessions, useSessions } from '#screens/device/held-sessions.ts';
import { EntityField } from '#screens/form/entity-field.tsx';
import { Select } from '#ui/select.tsx';
import { useMakeUpWindows } from './make-up-windows.ts';
import type { SessionLookups } from './session-lookups.ts';
import type { SessionEntityForm } from './session-values.ts';

interface MakeUpFieldProps {
  form: SessionEntityForm;
  lookups: SessionLookups;
  id: string | null;
}

/** The missed session that this one makes up for, among those owed to the chosen students. */
export function MakeUpField({ form, lookups, id }: MakeUpFieldProps) {
  const { inputs, values } = form;
  const { session_date: day, provider } = values;
  const loading = useLoading();
  const windows = useMakeUpWindows() ?? USUAL_WINDOWS;
  const found = useSessions({
    ...{ from: day === '' ? '' : dayPlus(day, -2 * windows.longest), to: day, provider },
  });
  const others = (found.result ?? []).filter((session) => session.id !== id);
  const owed = openMakeUps(makeUpLedger(others, day, windows)).filter(({ student }) =>
    values.student_ids.includes(student),
  );
  const bySession = new Map(owed.map((item) => [item.session, item]));
  const names = new Map(lookups.services.map((service) => [service.id, service.short_name]));
  const chosen = values.make_up_of;
  return (
    <EntityField
      form={form}
      name="make_up_of"
      description={loading?.words ?? owedWords(found, bySession.size)}
    >
      <Select {...inputs.register('make_up_of')} value={chosen}>
        <option value="">No specific session</option>
        {chosen !== '' && !bySession.has(chosen) && <option value={chosen}>Current selection</option>}
        {[...bySession.values()].map((item) => (
          <option key={item.session} value={item.session}>
            {displayMoment(item.session_date, item.start_time)} · {names.get(item.service)} ·{' '}
            {ATTENDANCE_LABELS[item.attendance]} · {remainingMinutes(item)} min by {displayDay(item.until)}
          </option>
        ))}
      </Select>
    </EntityField>
  );
}

/** What the list has; that there is nothing is only said once it's known. */
export function owedWords(
  { result, isOffline, problem }: Pick<FoundSessions, 'result' | 'isOffline' | 'problem'>,
  count: number,
): string {
  if (count > 0) return 'Due soonest first.';
  if (result !== undefined) return 'No makeups owed for these students.';
  if (isOffline) return "You're offline, so makeups owed can't be listed here.";
  return problem === null
    ? 'Loading makeups owed…'
    : "Makeups owed can't be listed. The server didn't answer.";
}
