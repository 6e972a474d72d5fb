import { useMemo } from 'react';
import type { Service } from '#contract/catalog.ts';
import { ClinicalCodeBody } from '#contract/soap-options.ts';
import type { LocalClinicalCode } from '#db/soap-options.ts';
import { codeProblem } from '#domain/students/clinical-code-file.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { EntityField } from '#screens/form/entity-field.tsx';
import { useEntityForm } from '#screens/form/entity-form.ts';
import { EntitySheet } from '#screens/form/entity-sheet.tsx';
import { type Problems, shapeProblems } from '#screens/form/problems.ts';
import { Input } from '#ui/input.tsx';
import { NamedOptions, Select } from '#ui/select.tsx';
import { Textarea } from '#ui/textarea.tsx';

interface ClinicalCodeFormProps {
  kind: LocalClinicalCode['kind'];
  /** Nothing for a new one. */
  code: LocalClinicalCode | null;
  services: readonly Service[];
  onClose: () => void;
  onAddAnother: () => void;
}

interface ClinicalCodeValues {
  code: string;
  description: string;
  service: string;
  archived: boolean;
}

/** Adds, changes or deletes a code. */
export function ClinicalCodeForm({ kind, code, services, ...leads }: ClinicalCodeFormProps) {
  const write = useServerWrite();
  const form = useEntityForm<'clinical_code', ClinicalCodeValues, LocalClinicalCode>({
    entity: 'clinical_code',
    place: 'on the server',
    initial: useMemo(() => valuesOf(code), [code]),
    opened: code,
    draft: { form: `${kind}-code` },
    problemsOf: (values) => problemsOf(values, kind, code),
    merge: { valuesOf },
    save: (values, { id, opened }) => {
      const fields = fieldsOf(values);
      return opened === null
        ? write(`${kind}-code.create`, { body: { ...fields, id } }, 0)
        : write(`${kind}-code.update`, { params: { id: opened.id }, body: fields }, opened.version);
    },
    ...leads,
  });
  const { inputs } = form;
  return (
    <EntitySheet
      form={form}
      deletion={
        code === null
          ? undefined
          : {
              name: code.code,
              run: ({ id, version }) => write(`${kind}-code.delete`, { params: { id } }, version),
            }
      }
    >
      <EntityField form={form} name="code" required>
        <Input autoComplete="off" spellCheck={false} {...inputs.register('code')} />
      </EntityField>
      <EntityField form={form} name="description">
        <Textarea rows={3} {...inputs.register('description')} />
      </EntityField>
      <EntityField form={form} name="service">
        <Select {...inputs.register('service')}>
          <NamedOptions none="All services" items={services} />
        </Select>
      </EntityField>
    </EntitySheet>
  );
}

function valuesOf(code: LocalClinicalCode | null): ClinicalCodeValues {
  return {
    code: code?.code ?? '',
    description: code?.description ?? '',
    service: code?.service ?? '',
    archived: code?.archived ?? false,
  };
}

function fieldsOf({ service, code, ...rest }: ClinicalCodeValues): Omit<ClinicalCodeBody, 'id'> {
  return { ...rest, code: code.trim().toUpperCase(), service: service || null };
}

/** A code that is stored already may be one that the rules of today would refuse. */
function problemsOf(
  values: ClinicalCodeValues,
  kind: LocalClinicalCode['kind'],
  before: LocalClinicalCode | null,
): Problems {
  const fields = fieldsOf(values);
  const problems = shapeProblems(ClinicalCodeBody.omit({ id: true }), fields);
  const wrong = fields.code === before?.code ? null : codeProblem(kind, fields.code);
  if (wrong !== null) problems.code ??= wrong;
  return problems;
}
