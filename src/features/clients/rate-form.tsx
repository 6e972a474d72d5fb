import { useMemo, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import type { Rate, RateBody } from '#contract/rates.ts';
import {
  fiscalYearText,
  RATE_LEVEL_LABELS,
  RATE_LEVELS,
  RATE_REACH,
  type RateLevel,
} from '#domain/money/rates.ts';
import { SESSION_SETTINGS, SETTING_LABELS } from '#domain/sessions/session.ts';
import { choiceHint } from '#domain/students/namesakes.ts';
import { useNamesakeHints } from '#screens/device/namesake-hints.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { EntityCheck, EntityField } from '#screens/form/entity-field.tsx';
import { type EntityForm, useEntityForm } from '#screens/form/entity-form.ts';
import { EntitySheet } from '#screens/form/entity-sheet.tsx';
import { Combobox } from '#ui/combobox.tsx';
import { DecimalInput } from '#ui/decimal-input.tsx';
import { NamedOptions, Select } from '#ui/select.tsx';
import { RatePreviewAnswer, RatePreviewOnDemand } from './rate-preview.tsx';
import { bodyOf, byValue, previewBody, problemsOf, type RateValues, valuesOf } from './rate-values.ts';

export type RateChoices = ReplyOf<Endpoints['rate.list-choices']>;

interface RateFormProps {
  /** Nothing for a new one. */
  rate: Rate | null;
  /** What the rate is for, in words. */
  subject: string;
  /** Whose rates are shown; null for those of regions and services. */
  client: string | null;
  /** The region of a new rate to begin with. */
  region?: string | null;
  start_year: number;
  choices: RateChoices;
  onClose: () => void;
  onAddAnother: () => void;
}

/** Adds a rate, or changes its amount: what a rate is for never changes. */
export function RateForm(props: RateFormProps) {
  const { rate, subject, client, region = null, start_year, choices, ...leads } = props;
  const write = useServerWrite();
  const form = useEntityForm<'rate', RateValues, Rate>({
    entity: 'rate',
    place: 'on the server',
    initial: useMemo(() => valuesOf(rate, { client, region }), [rate, client, region]),
    opened: rate,
    draft: { form: 'rate', of: `${client ?? region ?? 'defaults'} ${start_year}` },
    merge: {
      valuesOf: (current) => valuesOf(current, { client, region }),
      words: { amount: 'amount_cents' },
    },
    problemsOf: (values) => problemsOf(values, { id: rate?.id ?? ANY_ID, client, start_year }),
    async save(values, { id, opened }) {
      const body = bodyOf(values, { id: opened?.id ?? id, client, start_year });
      const { amount_cents, is_draft } = body;
      const refused =
        opened === null
          ? await write('rate.create', { body }, 0)
          : await write(
              'rate.update',
              { params: { id: opened.id }, body: { amount_cents, is_draft } },
              opened.version,
            );
      return refused === null ? null : byValue(refused);
    },
    ...leads,
  });
  const { values, inputs } = form;
  /** For the preview only: the rate gets its own when it is saved. */
  const [newId] = useState(() => uuidv7());
  const change = <Field extends keyof RateValues>(field: Field, value: RateValues[Field]) => {
    // A path's type and its value's type can't be inferred from a generic name.
    inputs.setValue(field as 'service', value as string, { shouldDirty: true });
    if (inputs.formState.isSubmitted) void inputs.trigger();
  };
  return (
    <EntitySheet
      form={form}
      title={rate === null ? `New rate for ${fiscalYearText(start_year)}` : undefined}
      deletion={
        rate === null
          ? undefined
          : {
              name: subject,
              run: ({ id, version }) => write('rate.delete', { params: { id } }, version),
              // A draft isn't used for billing.
              effect: rate.is_draft ? undefined : <RatePreviewAnswer body={withoutRate(rate)} />,
            }
      }
    >
      {rate === null ? (
        <Subject
          form={form}
          levels={client === null ? GENERAL_LEVELS : RATE_LEVELS}
          choices={choices}
          change={change}
        />
      ) : (
        <p className="text-sm">
          <span className="font-medium">{subject}</span>
          <span className="block text-muted-foreground">{RATE_REACH[rate.level]}</span>
        </p>
      )}
      <EntityField form={form} name="amount_cents" value="amount" detail="dollars" required>
        <DecimalInput {...inputs.register('amount')} />
      </EntityField>
      <div className="grid gap-1">
        <EntityCheck
          form={form}
          name="is_draft"
          checked={values.is_draft}
          onChange={(next) => change('is_draft', next)}
        />
        <p className="pl-7 text-muted-foreground text-xs leading-4">Drafts aren't used for billing.</p>
      </div>
      <RatePreviewOnDemand body={previewBody(values, rate, { id: newId, client, start_year })} />
    </EntitySheet>
  );
}

/** Sessions are billed without a draft as without the rate. */
function withoutRate({ version: _, ...rate }: Rate): RateBody {
  return { ...rate, is_draft: true };
}

/** Only to check a form whose record has no id yet. */
const ANY_ID = '00000000-0000-7000-8000-000000000000';

/** Of rates that belong to no client. */
const GENERAL_LEVELS: readonly RateLevel[] = ['region', 'service'];

interface SubjectProps {
  form: EntityForm<'rate', RateValues, Rate>;
  levels: readonly RateLevel[];
  choices: RateChoices;
  change: <Field extends keyof RateValues>(field: Field, value: RateValues[Field]) => void;
}

function Subject({ form, levels, choices, change }: SubjectProps) {
  const { values } = form;
  const hints = useNamesakeHints(choices.students.map(({ id }) => id));
  const named = (rows: readonly { id: string; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <EntityField form={form} name="level" description={RATE_REACH[values.level]} required>
        <Select
          name="level"
          value={values.level}
          onChange={({ target }) =>
            change('level', RATE_LEVELS.find((one) => one === target.value) ?? 'client')
          }
        >
          {levels.map((one) => (
            <option key={one} value={one}>
              {RATE_LEVEL_LABELS[one]}
            </option>
          ))}
        </Select>
      </EntityField>
      {values.level === 'student' && (
        <EntityField form={form} name="student" required>
          <Combobox
            name="student"
            options={choices.students.map(({ id, first_name, last_name }) => ({
              value: id,
              label: `${last_name}, ${first_name}`,
              ...choiceHint([], hints.get(id)),
            }))}
            searchLabel="Find a student"
            value={values.student}
            onValueChange={(next) => change('student', next)}
          />
        </EntityField>
      )}
      {values.level === 'region' && (
        <EntityField form={form} name="region" required>
          <Combobox
            name="region"
            options={named(choices.regions)}
            searchLabel="Find a region"
            value={values.region}
            onValueChange={(next) => change('region', next)}
          />
        </EntityField>
      )}
      <EntityField form={form} name="service" required>
        <Select
          name="service"
          value={values.service}
          onChange={({ target }) => change('service', target.value)}
        >
          <NamedOptions items={choices.services} />
        </Select>
      </EntityField>
      {values.level === 'client' && (
        <EntityField form={form} name="setting" required>
          <Select
            name="setting"
            value={values.setting}
            onChange={({ target }) =>
              change('setting', SESSION_SETTINGS.find((one) => one === target.value) ?? 'individual')
            }
          >
            {SESSION_SETTINGS.map((one) => (
              <option key={one} value={one}>
                {SETTING_LABELS[one]}
              </option>
            ))}
          </Select>
        </EntityField>
      )}
    </>
  );
}
