import type { UseFormReturn } from 'react-hook-form';
import { attendanceRule } from '#domain/sessions/attendance.ts';
import { ATTENDANCE_CODES, ATTENDANCE_LABELS, type Attendance } from '#domain/sessions/session.ts';
import { Button } from '#ui/button.tsx';
import { ChoiceChips } from '#ui/choice-chips.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { MakeUpField } from './make-up-field.tsx';
import type { SessionChoices } from './session-choices.ts';
import type { SessionValues } from './session-values.ts';

interface AttendanceFieldsProps {
  form: UseFormReturn<SessionValues>;
  values: SessionValues;
  choices: SessionChoices;
  /** The session that is edited; nothing while it is new. */
  id: string | null;
  onAttendance: (attendance: Attendance) => void;
  onReason: (reason: string) => void;
}

const USUAL: readonly Attendance[] = [
  'delivered',
  'student-absent',
  'no-show',
  'student-refused',
  'late-cancel',
];
/** The usual codes first; the rest as they are listed elsewhere. */
const BY_USE = [...USUAL, ...ATTENDANCE_CODES.filter((code) => !USUAL.includes(code))];

/** How it went: the code, what is made up for, and why, with the usual answers a tap away. */
export function AttendanceFields({
  form,
  values,
  choices,
  id,
  onAttendance,
  onReason,
}: AttendanceFieldsProps) {
  const { errors } = form.formState;
  const { needs_reason, owes_make_up, reasons } = attendanceRule(values.attendance);
  const others = reasons.filter((reason) => reason !== values.reason);
  return (
    <>
      <Field
        label="Attendance"
        required
        group
        error={errors.attendance?.message}
        {...(owes_make_up ? { description: 'A makeup session is owed for this session.' } : {})}
      >
        <ChoiceChips
          choices={BY_USE.map((value) => ({ value, label: ATTENDANCE_LABELS[value] }))}
          value={values.attendance}
          onValueChange={onAttendance}
        />
      </Field>
      {values.attendance === 'make-up' && (
        <MakeUpField form={form} values={values} choices={choices} id={id} />
      )}
      {values.attendance !== 'delivered' && (
        <div className="grid gap-2">
          <Field label="Reason" required={needs_reason} error={errors.reason?.message}>
            <Input {...form.register('reason')} maxLength={500} />
          </Field>
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
