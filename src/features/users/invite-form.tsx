import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import { InvitationBody } from '#contract/users.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { ROLES, roleLabel } from '#domain/access/roles.ts';
import { newRoleProblem } from '#domain/access/user-rules.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { EntityField } from '#screens/form/entity-field.tsx';
import { useEntityForm } from '#screens/form/entity-form.ts';
import { EntitySheet } from '#screens/form/entity-sheet.tsx';
import { type Problems, shapeProblems } from '#screens/form/problems.ts';
import { useAskedToAdd } from '#screens/list/asked-to-add.ts';
import { useRecordEdit } from '#screens/list/record-edit.tsx';
import { Button } from '#ui/button.tsx';
import { Input } from '#ui/input.tsx';
import { NamedOptions, Select } from '#ui/select.tsx';
import { namedEmploymentTypes } from './user-words.ts';

interface InvitedValues {
  full_name: string;
  username: string;
  email: string;
  role: string;
  emp: string;
}

const EMPTY: InvitedValues = { full_name: '', username: '', email: '', role: '', emp: '' };
/** Only to check a form whose record has no id yet. */
const ANY_ID = '00000000-0000-7000-8000-000000000000';

function bodyOf({ full_name, username, email, ...choices }: InvitedValues, id: string) {
  return {
    ...{ id, full_name: full_name.trim(), username: username.trim(), email: email.trim() },
    ...choices,
  };
}

function problemsOf(values: InvitedValues): Problems {
  return shapeProblems(InvitationBody, bodyOf(values, ANY_ID));
}

/** The roles of the office: the others need a provider record. */
const OFFERED = Object.values(ROLES).filter((role) => newRoleProblem({ is_provider: false }, role) === null);

interface InviteFormProps {
  onClose: () => void;
  onAddAnother: () => void;
}

/** Invites someone who works in the office. */
export function InviteForm(leads: InviteFormProps) {
  const write = useServerWrite();
  const form = useEntityForm<'user', InvitedValues, { id: string }>({
    entity: 'user',
    place: 'on the server',
    initial: useMemo(() => EMPTY, []),
    opened: null,
    draft: { form: 'user-invitation' },
    problemsOf,
    save: (values, { id }) => write('user.invite', { body: InvitationBody.parse(bodyOf(values, id)) }, 0),
    savedWords: ({ email }) => `Invitation sent to ${email.trim()}`,
    ...leads,
  });
  const { inputs } = form;
  return (
    <EntitySheet form={form} title="Invite user">
      <p className="text-muted-foreground text-sm">
        For office staff. They get an email with a link to choose a password, good for seven days. Add
        providers, service leads, and supervisors under Providers instead.
      </p>
      <EntityField form={form} name="full_name">
        <Input autoComplete="off" maxLength={100} {...inputs.register('full_name')} />
      </EntityField>
      <EntityField form={form} name="username" required>
        <Input autoComplete="off" autoCapitalize="none" {...inputs.register('username')} />
      </EntityField>
      <EntityField form={form} name="email" required>
        <Input type="email" autoComplete="off" {...inputs.register('email')} />
      </EntityField>
      <EntityField form={form} name="role" required>
        <Select {...inputs.register('role')}>
          <option value="">Choose a role</option>
          {OFFERED.map((role) => (
            <option key={role} value={role}>
              {roleLabel(role)}
            </option>
          ))}
        </Select>
      </EntityField>
      <EntityField form={form} name="emp" required>
        <Select {...inputs.register('emp')}>
          <NamedOptions none="Choose an employment type" items={namedEmploymentTypes} />
        </Select>
      </EntityField>
    </EntitySheet>
  );
}

/** The button that invites someone to work in the office, and its form; for super admins, who give roles. */
export function InviteUser(props: { onInvited: () => void }) {
  const { profile } = useSignedIn();
  return mayUse({ role: profile.auth, grants: profile.grants }, 'user.invite') && <Invite {...props} />;
}

function Invite({ onInvited }: { onInvited: () => void }) {
  const edit = useRecordEdit<never>();
  useAskedToAdd(edit.openNew);
  return (
    <>
      <Button onClick={edit.openNew}>
        <Plus aria-hidden="true" />
        Invite user
      </Button>
      {edit.form((_, { onClose, onAddAnother }) => (
        <InviteForm
          onAddAnother={onAddAnother}
          onClose={() => {
            onClose();
            onInvited();
          }}
        />
      ))}
    </>
  );
}
