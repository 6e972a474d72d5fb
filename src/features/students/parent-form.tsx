import { Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Controller } from 'react-hook-form';
import { toast } from 'sonner';
import { refusedWriteOf } from '#db/outbox.ts';
import { notSavedWords } from '#db/storage-trouble.ts';
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
import { useFormDraft } from '#sync/form-draft.ts';
import { useLocal, useSignedIn } from '#sync/signed-in.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { DeleteConfirmation } from '#ui/delete-confirmation.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { RecordForm } from '#ui/record-form.tsx';
import { Select } from '#ui/select.tsx';
import { deleteParent, type ParentFields, problemsOfParent, recordParent } from './record-file.ts';

interface ParentFormProps {
  student: string;
  /** Nothing for a new one. */
  parent: LocalParent | null;
  /** The first one is the one to call first. */
  isFirst: boolean;
  homeLanguage: FamilyLanguage;
  onClose: () => void;
  onAddAnother: () => void;
}

/** Adds, changes or deletes a parent; without a network too. */
export function ParentForm({
  student,
  parent,
  isFirst,
  homeLanguage,
  onClose,
  onAddAnother,
}: ParentFormProps) {
  const { workspace, profile } = useSignedIn();
  const draft = useFormDraft(parent === null ? `parent|new|${student}` : `parent|${parent.id}`);
  const refused = useLocal((db) => refusedWriteOf(db, parent?.id ?? ''), [parent?.id]);
  const [isDeleting, setDeleting] = useState(false);
  const initial = useMemo(
    () => (parent === null ? newParent(homeLanguage, isFirst) : valuesOf(parent)),
    [parent, homeLanguage, isFirst],
  );
  const mayDelete =
    parent !== null && mayUse({ role: profile.auth, grants: profile.grants }, 'parent.delete');
  if (refused === undefined) return null;
  return (
    <RecordForm
      title={parent === null ? 'New parent' : 'Edit parent'}
      initial={initial}
      opened={parent}
      draft={draft}
      problemsOf={problemsOfParent}
      save={(values, entry) => recordParent(workspace, student, entry, values)}
      wordsOf={notSavedWords}
      savedWords="Parent saved on this device"
      refusal={refused?.problem ?? null}
      onClose={onClose}
      onAddAnother={onAddAnother}
      footer={
        mayDelete && (
          <Button variant="ghost" className="text-destructive" onClick={() => setDeleting(true)}>
            <Trash2 aria-hidden="true" />
            Delete
          </Button>
        )
      }
    >
      {(form, problems) => (
        <>
          <div className="grid grid-cols-2 gap-4">
            <Field label="First name" required error={problems.first_name}>
              <Input autoComplete="off" {...form.register('first_name')} />
            </Field>
            <Field label="Last name" required error={problems.last_name}>
              <Input autoComplete="off" {...form.register('last_name')} />
            </Field>
          </div>
          <div className="grid grid-cols-2 gap-4">
            <Field label="Relationship" error={problems.relationship}>
              <Select {...form.register('relationship')}>
                {RELATIONSHIPS.map((one) => (
                  <option key={one} value={one}>
                    {RELATIONSHIP_LABELS[one]}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label="Language" error={problems.language}>
              <Select {...form.register('language')}>
                {FAMILY_LANGUAGES.map((one) => (
                  <option key={one} value={one}>
                    {LANGUAGE_LABELS[one]}
                  </option>
                ))}
              </Select>
            </Field>
          </div>
          <Field label="Phone" error={problems.phone}>
            <Input type="tel" autoComplete="off" {...form.register('phone')} />
          </Field>
          <Field label="Email" error={problems.email}>
            <Input type="email" autoComplete="off" {...form.register('email')} />
          </Field>
          <Controller
            name="is_primary"
            control={form.control}
            render={({ field }) => (
              <span className="flex items-center gap-3 text-sm">
                <Checkbox
                  id={`${student}-is-primary`}
                  checked={field.value}
                  onCheckedChange={(checked) => field.onChange(checked === true)}
                />
                <label htmlFor={`${student}-is-primary`}>Call first</label>
              </span>
            )}
          />
          {parent !== null && (
            <DeleteConfirmation
              name={fullName(parent)}
              open={isDeleting}
              onOpenChange={setDeleting}
              onConfirm={async () => {
                await deleteParent(workspace, parent);
                await draft.drop();
                toast.success('Parent deleted on this device', { duration: 2_500 });
                onClose();
              }}
            />
          )}
        </>
      )}
    </RecordForm>
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
