import { useMemo } from 'react';
import { type ReportRecipient, type ReportSchedule, ReportScheduleBody } from '#contract/report-schedules.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { MAILED_REPORTS, mailedReportName } from '#domain/reports/mailed-reports.ts';
import { dayFieldOf, MAILED_DAYS_LABELS, RHYTHM_LABELS } from '#domain/reports/report-rhythm.ts';
import { MAILED_DAYS, MAILED_REPORT_IDS, RHYTHMS } from '#domain/reports/schedule-codes.ts';
import { WEEKDAYS } from '#domain/time/week.ts';
import { fieldLabel, fieldWords } from '#entities/words/words.ts';
import { namesById } from '#screens/device/record-names.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { useServerData, useSignedIn } from '#screens/device/signed-in.ts';
import { EntityCheck, EntityField } from '#screens/form/entity-field.tsx';
import { type EntityForm, useEntityForm } from '#screens/form/entity-form.ts';
import { EntitySheet } from '#screens/form/entity-sheet.tsx';
import { TimeInput } from '#screens/form/time-input.tsx';
import type { ApiClient } from '#sync/api-client.ts';
import { MultiCombobox } from '#ui/combobox.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { bodyOf, problemsOf, type ScheduleStart, type ScheduleValues, valuesOf } from './schedule-values.ts';

interface ScheduleFormProps {
  /** Nothing for a new one. */
  schedule: ReportSchedule | null;
  /** The report that it was opened from. */
  start?: ScheduleStart | null;
  onClose: () => void;
  onAddAnother?: () => void;
}

const weekdaySaid = (value: unknown) => WEEKDAYS[Number(value)] ?? '';

type ScheduleEntityForm = EntityForm<'report_schedule', ScheduleValues, ReportSchedule>;

/** Mails a report on a schedule, or changes when and to whom. */
export function ScheduleForm({ schedule, start = null, onClose, onAddAnother }: ScheduleFormProps) {
  const write = useServerWrite();
  const form: ScheduleEntityForm = useEntityForm<'report_schedule', ScheduleValues, ReportSchedule>({
    entity: 'report_schedule',
    place: 'on the server',
    initial: useMemo(() => valuesOf(schedule, start), [schedule, start]),
    opened: schedule,
    draft: { form: 'report_schedule', ...(start !== null && { of: start.report }) },
    problemsOf: (values) => problemsOf(values, schedule?.id ?? ANY_ID),
    merge: {
      valuesOf: (current) => valuesOf(current, start),
      names: async (api) => ({
        providers: namesById(await api.call('report-schedule.list-recipients')),
      }),
      words: { weekday: { label: fieldLabel('report_schedule', 'weekday'), say: weekdaySaid } },
    },
    async save(values, { id, opened }) {
      const body = ReportScheduleBody.parse(bodyOf(values, opened?.id ?? id));
      if (opened === null) return write('report-schedule.create', { body }, 0);
      const { id: _, report: _report, ...changes } = body;
      return write('report-schedule.update', { params: { id: opened.id }, body: changes }, opened.version);
    },
    onClose,
    onAddAnother,
  });
  const { values, inputs } = form;
  const { profile } = useSignedIn();
  const holder = { role: profile.auth, grants: profile.grants };
  const isChosen = schedule !== null || start !== null;
  return (
    <EntitySheet
      form={form}
      title={schedule === null ? 'Send by email' : undefined}
      deletion={
        schedule === null
          ? undefined
          : {
              name: schedule.name,
              run: ({ id, version }) => write('report-schedule.delete', { params: { id } }, version),
            }
      }
    >
      {isChosen && values.report !== '' ? (
        <p className="text-sm">
          <span className="font-medium">{mailedReportName(values.report)}</span>
          <span className="block text-muted-foreground">
            Filters and columns: {fieldWords('report_schedule', 'view', values.view, {})}
          </span>
        </p>
      ) : (
        <EntityField
          form={form}
          name="report"
          description="To send only some rows or columns, filter the report and choose Send by email in its Export menu."
          required
        >
          <Select {...inputs.register('report')}>
            <option value="">Choose a report</option>
            {MAILED_REPORT_IDS.filter((id) => mayUse(holder, MAILED_REPORTS[id].permission)).map((id) => (
              <option key={id} value={id}>
                {mailedReportName(id)}
              </option>
            ))}
          </Select>
        </EntityField>
      )}
      <EntityField form={form} name="name" description="Only your office sees it." required>
        <Input autoComplete="off" maxLength={100} {...inputs.register('name')} />
      </EntityField>
      <RecipientField form={form} />
      <WhenFields form={form} />
      {(values.report === '' || MAILED_REPORTS[values.report].hasNoDays !== true) && (
        <EntityField form={form} name="days" description="Counted from the day of each email.">
          <Select {...inputs.register('days')}>
            {MAILED_DAYS.map((days) => (
              <option key={days} value={days}>
                {MAILED_DAYS_LABELS[days]}
              </option>
            ))}
          </Select>
        </EntityField>
      )}
      <EntityField
        form={form}
        name="file_format"
        description="Attached to the email. It may contain student names."
      >
        <Select {...inputs.register('file_format')}>
          <option value="xlsx">Excel (XLSX)</option>
          <option value="csv">CSV</option>
        </Select>
      </EntityField>
      <EntityCheck
        form={form}
        name="is_paused"
        checked={values.is_paused}
        onChange={(is_paused) => inputs.setValue('is_paused', is_paused, { shouldDirty: true })}
      />
    </EntitySheet>
  );
}

/** Only to check a form whose record has no id yet. */
const ANY_ID = '00000000-0000-7000-8000-000000000000';

/** How often, on which day, and at what time. */
function WhenFields({ form }: { form: ScheduleEntityForm }) {
  const { values, inputs } = form;
  const dayField = dayFieldOf(values.rhythm);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <EntityField form={form} name="rhythm">
        <Select {...inputs.register('rhythm')}>
          {RHYTHMS.map((rhythm) => (
            <option key={rhythm} value={rhythm}>
              {RHYTHM_LABELS[rhythm]}
            </option>
          ))}
        </Select>
      </EntityField>
      {dayField === 'weekday' && (
        <EntityField form={form} name="weekday">
          <Select {...inputs.register('weekday')}>
            {WEEKDAYS.map((name, at) => (
              <option key={name} value={String(at)}>
                {name}
              </option>
            ))}
          </Select>
        </EntityField>
      )}
      {dayField !== 'weekday' && dayField !== null && (
        <EntityField
          form={form}
          name={dayField}
          description={
            dayField === 'month_day' ? 'In shorter months, the last day.' : '0 is the last day of the period.'
          }
          required
        >
          <Input inputMode="numeric" autoComplete="off" {...inputs.register(dayField)} />
        </EntityField>
      )}
      <EntityField form={form} name="send_at" detail="Pacific" required>
        <TimeInput {...inputs.register('send_at')} />
      </EntityField>
    </div>
  );
}

const askForPeople = (api: ApiClient) => api.call('report-schedule.list-recipients');

/** Who gets it, among those who may see the report. */
function RecipientField({ form }: { form: ScheduleEntityForm }) {
  const { result: people, problem } = useServerData(askForPeople);
  const { values, inputs } = form;
  const may = ({ reports }: ReportRecipient) => values.report !== '' && reports.includes(values.report);
  const options = (people ?? [])
    .filter((person) => may(person) || values.recipients.includes(person.id))
    .map((person) => ({
      ...{ value: person.id, label: person.name },
      ...(!may(person) && { hint: "Can't see this report" }),
    }));
  return (
    <EntityField
      form={form}
      name="recipients"
      description={
        people === undefined
          ? (problem ?? 'Loading people…')
          : values.report === ''
            ? 'Choose a report first.'
            : 'People who may see this report. Each gets what they would see on their own screen.'
      }
      required
    >
      <MultiCombobox
        name="recipients"
        searchLabel="Search people"
        placeholder="Choose people"
        value={values.recipients}
        options={options}
        onValueChange={(recipients) => inputs.setValue('recipients', recipients, { shouldDirty: true })}
      />
    </EntityField>
  );
}
