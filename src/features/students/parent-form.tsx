import { useMemo } from 'react';
import { Controller } from 'react-hook-form';
import type { LocalParent } from '#db/student-file.ts';
import { mayUse } from '#domain/access/permissions.ts';
import {
  FAMILY_LANGUAGES,
  type FamilyLanguage,
  LANGUAGE_LABELS,
  RELATIONSHIP_LABELS,
  RELATIONSHIPS,
} from '#domain/students/student-file.ts';
import { fullName } from '#domain/students/student-name.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { EntityCheck, EntityField } from '#screens/form/entity-field.tsx';
import { useEntityForm } from '#screens/form/entity-form.ts';
import { EntitySheet } from '#screens/form/entity-sheet.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { deleteParent, type ParentFields, problemsOfParent, recordParent } from './record-file.ts';

interface ParentFormProps {
  student: string;
  /** Null for a new one. */
  parent: LocalParent | null;
  /** The first parent becomes the primary contact. */
  isFirst: boolean;
  homeLanguage: FamilyLanguage;
  onClose: () => void;
  onAddAnother: () => void;
}

/** Adds, changes, or deletes a parent, online or offline. */
export function ParentForm({ student, parent, isFirst, homeLanguage, ...leads }: ParentFormProps) {
  const { workspace, profile } = useSignedIn();
  const form = useEntityForm({
    entity: 'parent',
    initial: useMemo(
      () => (parent === null ? newParent(homeLanguage, isFirst) : valuesOf(parent)),
      [parent, homeLanguage, isFirst],
    ),
    opened: parent,
    draft: { form: 'parent', of: student },
    problemsOf: problemsOfParent,
    save: (values, entry) => recordParent(workspace, student, entry, values),
    ...leads,
  });
  const mayDelete = mayUse({ role: profile.auth, grants: profile.grants }, 'parent.delete');
  const { inputs } = form;
  return (
    <EntitySheet
      form={form}
      deletion={
        parent !== null && mayDelete
          ? { name: fullName(parent), run: () => deleteParent(workspace, parent) }
          : undefined
      }
    >
      <div className="grid grid-cols-2 gap-4">
        <EntityField form={form} name="first_name" required>
          <Input autoComplete="off" {...inputs.register('first_name')} />
        </EntityField>
        <EntityField form={form} name="last_name" required>
          <Input autoComplete="off" {...inputs.register('last_name')} />
        </EntityField>
      </div>
      <div className="grid grid-cols-2 gap-4">
        <EntityField form={form} name="relationship">
          <Select {...inputs.register('relationship')}>
            {RELATIONSHIPS.map((one) => (
              <option key={one} value={one}>
                {RELATIONSHIP_LABELS[one]}
              </option>
            ))}
          </Select>
        </EntityField>
        <EntityField form={form} name="language">
          <Select {...inputs.register('language')}>
            {FAMILY_LANGUAGES.map((one) => (
              <option key={one} value={one}>
                {LANGUAGE_LABELS[one]}
              </option>
            ))}
          </Select>
        </EntityField>
      </div>
      <EntityField form={form} name="phone">
        <Input type="tel" autoComplete="off" {...inputs.register('phone')} />
      </EntityField>
      <EntityField form={form} name="email">
        <Input type="email" autoComplete="off" {...inputs.register('email')} />
      </EntityField>
      <Controller
        name="is_primary"
        control={inputs.control}
        render={({ field }) => (
          <EntityCheck form={form} name="is_primary" checked={field.value} onChange={field.onChange} />
        )}
      />
    </EntitySheet>
  );
}

function valuesOf(parent: LocalParent): ParentFields {
  const { first_name, last_name, relationship, email, phone, language, is_primary } = parent;
  return { first_name, last_name, relationship, email, phone, language, is_primary };
}

function newParent(language: FamilyLanguage, is_primary: boolean): ParentFields {
  return {
    first_name: '',
    last_name: '',
    relationship: 'mother',
    email: '',
    phone: '',
    language,
    is_primary,
  };
}
