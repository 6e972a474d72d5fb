import { useMemo } from 'react';
import type { Service } from '#contract/catalog.ts';
import { SoapOptionBody } from '#contract/soap-options.ts';
import type { LocalSoapOption } from '#db/soap-options.ts';
import { FAMILY_LANGUAGES, type FamilyLanguage, LANGUAGE_LABELS } from '#domain/students/student-file.ts';
import { NONE } from '#entities/words/say.ts';
import { entityName } from '#entities/words/words.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { EntityField } from '#screens/form/entity-field.tsx';
import { useEntityForm } from '#screens/form/entity-form.ts';
import { EntitySheet } from '#screens/form/entity-sheet.tsx';
import { type Problems, shapeProblems } from '#screens/form/problems.ts';
import { Field } from '#ui/field.tsx';
import { NamedOptions, Select } from '#ui/select.tsx';
import { Textarea } from '#ui/textarea.tsx';

interface SoapOptionFormProps {
  bank: 'goal-option' | 'plan-option';
  /** Null for a new one. */
  option: LocalSoapOption | null;
  services: readonly Service[];
  onClose: () => void;
  onAddAnother: () => void;
}

/** The form's values: an empty text means no translation. */
interface SoapOptionValues {
  option_text: string;
  service: string;
  archived: boolean;
  translations: Partial<Record<FamilyLanguage, string>>;
}

/** The text itself is English. */
const OTHER_LANGUAGES = FAMILY_LANGUAGES.filter((language) => language !== 'en');

/** Adds, changes, or deletes an entry of a bank, with its translations for families. */
export function SoapOptionForm({ bank, option, services, ...leads }: SoapOptionFormProps) {
  const write = useServerWrite();
  const form = useEntityForm<'goal_option' | 'plan_option', SoapOptionValues, LocalSoapOption>({
    entity: bank === 'goal-option' ? 'goal_option' : 'plan_option',
    place: 'on the server',
    initial: useMemo(() => valuesOf(option), [option]),
    opened: option,
    draft: { form: bank },
    problemsOf,
    merge: { valuesOf, words: { translations: TRANSLATIONS_IN_WORDS } },
    save: (values, { id, opened }) => {
      const fields = fieldsOf(values);
      return opened === null
        ? write(`${bank}.create`, { body: { ...fields, id } }, 0)
        : write(`${bank}.update`, { params: { id: opened.id }, body: fields }, opened.version);
    },
    ...leads,
  });
  const { inputs } = form;
  return (
    <EntitySheet
      form={form}
      deletion={
        option === null
          ? undefined
          : {
              name: `this ${entityName(form.entity)}`,
              run: ({ id, version }) => write(`${bank}.delete`, { params: { id } }, version),
            }
      }
    >
      <EntityField form={form} name="option_text" required>
        <Textarea rows={4} {...inputs.register('option_text')} />
      </EntityField>
      <EntityField form={form} name="service">
        <Select {...inputs.register('service')}>
          <NamedOptions none="All services" items={services} />
        </Select>
      </EntityField>
      <fieldset className="grid gap-4">
        <legend className="mb-3 font-semibold text-sm">For families</legend>
        {OTHER_LANGUAGES.map((language) => (
          <Field key={language} label={LANGUAGE_LABELS[language]} error={form.problems.translations}>
            <Textarea rows={2} lang={language} dir="auto" {...inputs.register(`translations.${language}`)} />
          </Field>
        ))}
      </fieldset>
    </EntitySheet>
  );
}

function valuesOf(option: LocalSoapOption | null): SoapOptionValues {
  return {
    option_text: option?.option_text ?? '',
    service: option?.service ?? '',
    archived: option?.archived ?? false,
    translations: Object.fromEntries(
      OTHER_LANGUAGES.map((language) => [language, option?.translations[language] ?? '']),
    ),
  };
}

const TRANSLATIONS_IN_WORDS = {
  label: 'For families',
  say: (value: unknown) =>
    OTHER_LANGUAGES.map((language) => [LANGUAGE_LABELS[language], Object(value)[language]])
      .filter(([, text]) => text !== '')
      .map((entry) => entry.join(': '))
      .join('\n') || NONE,
};

function fieldsOf({ service, translations, ...rest }: SoapOptionValues): Omit<SoapOptionBody, 'id'> {
  const entered = Object.entries(translations).filter(([, words]) => words.trim() !== '');
  return { ...rest, service: service || null, translations: Object.fromEntries(entered) };
}

function problemsOf(values: SoapOptionValues): Problems {
  return shapeProblems(SoapOptionBody.omit({ id: true }), fieldsOf(values));
}
