import { useMemo } from 'react';
import type { OrganizationSettings } from '#contract/organization.ts';
import { EARNING_CODE_NAMES, EARNING_CODES, type EarningCode } from '#domain/payroll/pay-file.ts';
import {
  layoutProblems,
  MOST_COLUMNS,
  PAY_FILE_CONTENT_LABELS,
  PAY_FILE_CONTENTS,
} from '#domain/payroll/pay-file-layout.ts';
import { organization } from '#entities/organization.ts';
import type { KnownNames } from '#entities/words/say.ts';
import { fieldLabel, fieldWords } from '#entities/words/words.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { EntityField } from '#screens/form/entity-field.tsx';
import { useEntityForm } from '#screens/form/entity-form.ts';
import { EntitySheet } from '#screens/form/entity-sheet.tsx';
import { type Problems, shapeProblems } from '#screens/form/problems.ts';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { RepeatedFields } from '#ui/repeated-fields.tsx';

type Column = Record<'header' | 'content', string>;

interface Values {
  columns: Column[];
  /** What the payroll service calls each; empty for the usual code. */
  codes: Record<EarningCode, string>;
}

const COLUMN_FIELDS = [
  { name: 'header', label: 'Heading', type: 'text', most: 60 },
  {
    name: 'content',
    label: 'Contents',
    type: 'choice',
    choices: PAY_FILE_CONTENTS.map((id) => ({ id, name: PAY_FILE_CONTENT_LABELS[id] })),
  },
] as const;
const LONGEST_CODE = 20;

interface PayFileFormProps {
  settings: OrganizationSettings;
  onClose: () => void;
}

/** The columns and codes of the pay file that the organization's payroll service takes. */
export function PayFileForm({ settings, onClose }: PayFileFormProps) {
  const write = useServerWrite();
  const form = useEntityForm<'organization', Values, OrganizationSettings>({
    entity: 'organization',
    place: 'on the server',
    initial: useMemo(() => valuesOf(settings), [settings]),
    opened: settings,
    draft: { form: 'pay_file' },
    problemsOf,
    merge: { valuesOf, words: { columns: 'pay_file_columns', codes: CODES_IN_WORDS } },
    save: (values, { opened }) =>
      write('organization.update', { body: bodyOf(values) }, opened?.version ?? settings.version),
    onClose,
  });
  const { values, change } = form;
  return (
    <EntitySheet form={form} title="Edit pay file layout">
      <EntityField
        form={form}
        name="pay_file_columns"
        group
        description="In the order of the file. Without columns, there's only the usual file. Pay files that are already made don't change."
      >
        <RepeatedFields
          {...{ name: 'columns', noun: 'column', fields: COLUMN_FIELDS, most: MOST_COLUMNS }}
          entries={values.columns}
          onChange={(columns) => change({ columns })}
        />
      </EntityField>
      <EntityField
        form={form}
        name="pay_file_codes"
        group
        description="What your payroll service calls each earning. Leave blank to keep the usual code."
      >
        <fieldset className="grid min-w-0 gap-3 sm:grid-cols-2">
          {EARNING_CODES.map((code) => (
            <Field key={code} label={EARNING_CODE_NAMES[code]} description={`Usually ${code}`}>
              <Input
                name={`codes.${code}`}
                autoComplete="off"
                maxLength={LONGEST_CODE}
                value={values.codes[code]}
                onChange={({ target }) => change({ codes: { ...values.codes, [code]: target.value } })}
              />
            </Field>
          ))}
        </fieldset>
      </EntityField>
    </EntitySheet>
  );
}

function valuesOf({ pay_file_columns, pay_file_codes }: OrganizationSettings): Values {
  const own = new Map(pay_file_codes.map((one) => [one.code, one.own]));
  return {
    columns: pay_file_columns.map((column) => ({ ...column })),
    codes: Object.fromEntries(EARNING_CODES.map((code) => [code, own.get(code) ?? ''])) as Values['codes'],
  };
}

function bodyOf({ columns, codes }: Values) {
  return {
    pay_file_columns: columns,
    pay_file_codes: EARNING_CODES.flatMap((code) =>
      codes[code].trim() === '' ? [] : [{ code, own: codes[code].trim() }],
    ),
  };
}

const CODES_IN_WORDS = {
  label: fieldLabel('organization', 'pay_file_codes'),
  say(value: unknown, names: KnownNames) {
    const { pay_file_codes } = bodyOf({ columns: [], codes: value as Values['codes'] });
    return fieldWords('organization', 'pay_file_codes', pay_file_codes, names);
  },
};

function problemsOf(values: Values): Problems {
  const body = bodyOf(values);
  return {
    ...layoutProblems({ columns: body.pay_file_columns, codes: body.pay_file_codes }),
    ...shapeProblems(
      organization.Changes.pick({ pay_file_columns: true, pay_file_codes: true }).required(),
      body,
    ),
  };
}
