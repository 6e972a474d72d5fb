import { attendanceRule } from '#domain/sessions/attendance.ts';
import { ATTENDANCE_CODES, ATTENDANCE_LABELS, type Attendance } from '#domain/sessions/session.ts';
import { EntityField } from '#screens/form/entity-field.tsx';
import { Button } from '#ui/button.tsx';
import { type Choice, ChoiceChips } from '#ui/choice-chips.tsx';
import { Input } from '#ui/input.tsx';
import { MakeUpField } from './make-up-field.tsx';
import type { SessionLookups } from './session-lookups.ts';
import type { SessionEntityForm } from './session-values.ts';

interface AttendanceFieldsProps {
  form: SessionEntityForm;
  lookups: SessionLookups;
  /** The edited session; null for a new one. */
  id: string | null;
  onAttendance: (attendance: Attendance) => void;
  onReason: (reason: string) => void;
}

/** On a chip, under the student's name. */
const SHORT: Partial<Record<Attendance, string>> = {
  'student-absent': 'Absent',
  'student-refused': 'Refused',
};

/** The most frequent codes. */
const USUAL: readonly Attendance[] = ['delivered', 'student-absent', 'student-refused'];
const SELDOM: readonly Attendance[] = ['no-show', 'late-cancel'];

/** By frequency; the rest in the usual order of the codes. */
const CHOICES = [...new Set([...USUAL, ...SELDOM, ...ATTENDANCE_CODES])].map((value): Choice<Attendance> => {
  const short = SHORT[value];
  return { value, label: ATTENDANCE_LABELS[value], ...(short === undefined ? {} : { short }) };
});

/** Attendance: the code, the make-up, and the reason, with frequent answers one tap away. */
export function AttendanceFields({ form, lookups, id, onAttendance, onReason }: AttendanceFieldsProps) {
  const { values } = form;
  const { needs_reason, owes_make_up, reasons } = attendanceRule(values.attendance);
  const others = reasons.filter((reason) => reason !== values.reason);
  return (
    <>
      <EntityField
        form={form}
        name="attendance"
        required
        group
        {...(owes_make_up ? { description: "You'll owe a makeup session." } : {})}
      >
        <ChoiceChips
          choices={CHOICES}
          first={USUAL.length}
          moreLabel="More attendance codes"
          value={values.attendance}
          onValueChange={onAttendance}
        />
      </EntityField>
      {values.attendance === 'make-up' && <MakeUpField form={form} lookups={lookups} id={id} />}
      {values.attendance !== 'delivered' && (
        <div className="grid gap-2">
          <EntityField form={form} name="reason" required={needs_reason}>
            <Input {...form.typed('reason')} maxLength={500} />
          </EntityField>
          {others.length > 0 && (
            <fieldset className="flex flex-wrap gap-2">
              <legend className="sr-only">Usual reasons</legend>
              {others.map((reason) => (
                <Button key={reason} size="sm" variant="outline" onClick={() => onReason(reason)}>
                  {reason}
                </Button>
              ))}
            </fieldset>
          )}
        </div>
      )}
    </>
  );
}
