import { Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Service } from '#contract/catalogue.ts';
import { ClinicalCodeBody } from '#contract/soap-options.ts';
import type { LocalCode } from '#db/soap-bank.ts';
import { codeProblem } from '#domain/students/code-file.ts';
import { useFormDraft } from '#sync/form-draft.ts';
import { useOfficeCommand, useOfficeWrite } from '#sync/office-write.ts';
import { Button } from '#ui/button.tsx';
import { DeleteConfirmation } from '#ui/delete-confirmation.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { type FieldWords, RecordForm } from '#ui/record-form.tsx';
import { Select } from '#ui/select.tsx';
import { Textarea } from '#ui/textarea.tsx';

interface CodeFormProps {
  kind: LocalCode['kind'];
  /** Nothing for a new one. */
  code: LocalCode | null;
  services: readonly Service[];
  onClose: () => void;
  onAddAnother: () => void;
}

interface CodeValues {
  code: string;
  description: string;
  service: string;
  archived: boolean;
}

/** Adds, changes or deletes a code. */
export function CodeForm({ kind, code, services, onClose, onAddAnother }: CodeFormProps) {
  const write = useOfficeWrite();
  const command = useOfficeCommand();
  const draft = useFormDraft(`${kind}-code|${code?.id ?? 'new'}`);
  const [isDeleting, setDeleting] = useState(false);
  const initial = useMemo<CodeValues>(
    () => ({
      code: code?.code ?? '',
      description: code?.description ?? '',
      service: code?.service ?? '',
      archived: code?.archived ?? false,
    }),
    [code],
  );
  const problemsOf = (values: CodeValues): FieldWords => {
    const fields = fieldsOf(values);
    const { error } = ClinicalCodeBody.omit({ id: true }).safeParse(fields);
    const problems: Record<string, string> = {};
    for (const { path, message } of error?.issues ?? []) problems[String(path[0])] ??= message;
    const wrong = fields.code === code?.code ? null : codeProblem(kind, fields.code);
    if (wrong !== null) problems.code ??= wrong;
    return problems;
  };
  const save = (values: CodeValues, { id }: { id: string }): Promise<FieldWords | null> => {
    const fields = fieldsOf(values);
    return code === null
      ? write(`${kind}-code.create`, { body: { ...fields, id } }, 0)
      : write(`${kind}-code.update`, { params: { id: code.id }, body: fields }, code.version);
  };
  return (
    <RecordForm
      title={code === null ? 'New code' : 'Edit code'}
      initial={initial}
      opened={code}
      draft={draft}
      problemsOf={problemsOf}
      save={save}
      wordsOf={(problem) => (problem instanceof Error ? problem.message : String(problem))}
      savedWords="Saved at the office"
      onClose={onClose}
      onAddAnother={onAddAnother}
      footer={
        code !== null && (
          <Button variant="ghost" className="text-destructive" onClick={() => setDeleting(true)}>
            <Trash2 aria-hidden="true" />
            Delete
          </Button>
        )
      }
    >
      {(form, problems) => (
        <>
          <Field label="Code" required error={problems.code}>
            <Input autoComplete="off" spellCheck={false} {...form.register('code')} />
          </Field>
          <Field label="Meaning" error={problems.description}>
            <Textarea rows={3} {...form.register('description')} />
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
          {code !== null && (
            <DeleteConfirmation
              name={code.code}
              open={isDeleting}
              onOpenChange={setDeleting}
              onConfirm={async () => {
                await command(`${kind}-code.delete`, { params: { id: code.id } }, code.version);
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

function fieldsOf({ service, code, ...rest }: CodeValues): Omit<ClinicalCodeBody, 'id'> {
  return { ...rest, code: code.trim().toUpperCase(), service: service || null };
}
