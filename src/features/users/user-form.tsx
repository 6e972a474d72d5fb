import { useMemo } from 'react';
import { type UserFile, UserNameBody } from '#contract/users.ts';
import { emailProblem, NEW_ADDRESS } from '#domain/access/user-rules.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { EntityField } from '#screens/form/entity-field.tsx';
import { useEntityForm } from '#screens/form/entity-form.ts';
import { EntitySheet } from '#screens/form/entity-sheet.tsx';
import { shapeProblems } from '#screens/form/problems.ts';
import { Input } from '#ui/input.tsx';

interface NameValues {
  full_name: string;
  email: string;
}

const valuesOf = ({ full_name, email }: UserFile): NameValues => ({ full_name, email });
const bodyOf = ({ full_name, email }: NameValues) => ({ full_name: full_name.trim(), email: email.trim() });

/** Corrects the name of someone in the office, and the email address while it hasn't been used to log in. */
export function UserForm({ user, onClose }: { user: UserFile; onClose: () => void }) {
  const write = useServerWrite();
  const { profile } = useSignedIn();
  const fixed = emailProblem({ role: profile.auth }, user);
  const form = useEntityForm<'user', NameValues, UserFile>({
    entity: 'user',
    place: 'on the server',
    initial: useMemo(() => valuesOf(user), [user]),
    opened: user,
    draft: { form: 'user-name' },
    problemsOf: (values) => shapeProblems(UserNameBody, bodyOf(values)),
    merge: { valuesOf, read: (api, id) => api.call('user.read', { params: { id } }) },
    save: (values, { opened }) =>
      write(
        'user.rename',
        { params: { id: user.id }, body: UserNameBody.parse(bodyOf(values)) },
        opened?.version ?? user.version,
      ),
    onClose,
  });
  const { inputs } = form;
  return (
    <EntitySheet form={form}>
      <EntityField form={form} name="full_name" description="Shown instead of the user name.">
        <Input autoComplete="off" maxLength={100} {...inputs.register('full_name')} />
      </EntityField>
      <EntityField form={form} name="email" required description={fixed ?? NEW_ADDRESS}>
        <Input type="email" autoComplete="off" readOnly={fixed !== null} {...inputs.register('email')} />
      </EntityField>
    </EntitySheet>
  );
}
