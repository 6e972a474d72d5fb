import { Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Service } from '#contract/catalogue.ts';
import { SoapOptionBody } from '#contract/soap-options.ts';
import type { LocalOption } from '#db/soap-bank.ts';
import { FAMILY_LANGUAGES, type FamilyLanguage, LANGUAGE_LABELS } from '#domain/students/student-file.ts';
import { useFormDraft } from '#sync/form-draft.ts';
import { useOfficeCommand, useOfficeWrite } from '#sync/office-write.ts';
import { Button } from '#ui/button.tsx';
import { DeleteConfirmation } from '#ui/delete-confirmation.tsx';
import { Field } from '#ui/field.tsx';
import { type FieldWords, RecordForm } from '#ui/record-form.tsx';
import { Select } from '#ui/select.tsx';
import { Textarea } from '#ui/textarea.tsx';

interface OptionFormProps {
  bank: 'goal-option' | 'plan-option';
  /** Nothing for a new one. */
  option: LocalOption | null;
  services: readonly Service[];
  onClose: () => void;
  onAddAnother: () => void;
}

/** What the form holds: an empty text is no translation. */
interface OptionValues {
  option_text: string;
  service: string;
  archived: boolean;
  translations: Partial<Record<FamilyLanguage, string>>;
}

/** The text itself is English. */
const OTHER_LANGUAGES = FAMILY_LANGUAGES.filter((language) => language !== 'en');

/** Adds, changes or deletes an entry of a bank, with its translations for families. */
export function OptionForm({ bank, option, services, onClose, onAddAnother }: OptionFormProps) {
  const write = useOfficeWrite();
  const command = useOfficeCommand();
  const draft = useFormDraft(`${bank}|${option?.id ?? 'new'}`);
  const [isDeleting, setDeleting] = useState(false);
  const noun = bank === 'goal-option' ? 'goal' : 'plan';
  const initial = useMemo<OptionValues>(
    () => ({
      option_text: option?.option_text ?? '',
      service: option?.service ?? '',
      archived: option?.archived ?? false,
      translations: Object.fromEntries(
        OTHER_LANGUAGES.map((language) => [language, option?.translations[language] ?? '']),
      ),
    }),
    [option],
  );
  const save = (values: OptionValues, { id }: { id: string }): Promise<FieldWords | null> => {
    const fields = fieldsOf(values);
    return option === null
      ? write(`${bank}.create`, { body: { ...fields, id } }, 0)
      : write(`${bank}.update`, { params: { id: option.id }, body: fields }, option.version);
  };
  return (
    <RecordForm
      title={option === null ? `New ${noun}` : `Edit ${noun}`}
      initial={initial}
      opened={option}
      draft={draft}
      problemsOf={problemsOf}
      save={save}
      wordsOf={(problem) => (problem instanceof Error ? problem.message : String(problem))}
      savedWords="Saved at the office"
      onClose={onClose}
      onAddAnother={onAddAnother}
      footer={
        option !== null && (
          <Button variant="ghost" className="text-destructive" onClick={() => setDeleting(true)}>
            <Trash2 aria-hidden="true" />
            Delete
          </Button>
        )
      }
    >
      {(form, problems) => (
        <>
          <Field label="Text" required error={problems.option_text}>
            <Textarea rows={4} {...form.register('option_text')} />
          </Field>
          <Field label="Service" error={problems.service}>
            <Select {...form.register('service')}>
              <option value="">All services</option>
              {services.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          <fieldset className="grid gap-4">
            <legend className="mb-3 font-semibold text-sm">For families</legend>
            {OTHER_LANGUAGES.map((language) => (
              <Field key={language} label={LANGUAGE_LABELS[language]} error={problems.translations}>
                <Textarea
                  rows={2}
                  lang={language}
                  dir="auto"
                  {...form.register(`translations.${language}`)}
                />
              </Field>
            ))}
          </fieldset>
          {option !== null && (
            <DeleteConfirmation
              name={`this ${noun}`}
              open={isDeleting}
              onOpenChange={setDeleting}
              onConfirm={async () => {
                await command(`${bank}.delete`, { params: { id: option.id } }, option.version);
                await draft.drop();
                onClose();
              }}
            />
          )}
        </>
      )}
    </RecordForm>
  );
}

function fieldsOf({ service, translations, ...rest }: OptionValues): Omit<SoapOptionBody, 'id'> {
  const entered = Object.entries(translations).filter(([, words]) => words.trim() !== '');
  return { ...rest, service: service || null, translations: Object.fromEntries(entered) };
}

function problemsOf(values: OptionValues): FieldWords {
  const { error } = SoapOptionBody.omit({ id: true }).safeParse(fieldsOf(values));
  const problems: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) problems[String(path[0])] ??= message;
  return problems;
}
