import { useId, useMemo } from 'react';
import { type UserFile, UserRoleBody } from '#contract/users.ts';
import { GRANT_LABELS, GRANTS, type Grant, knownRole, ROLES, roleLabel } from '#domain/access/roles.ts';
import { newRoleProblem } from '#domain/access/user-rules.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { EntityField } from '#screens/form/entity-field.tsx';
import { useEntityForm } from '#screens/form/entity-form.ts';
import { EntitySheet } from '#screens/form/entity-sheet.tsx';
import { type Problems, shapeProblems } from '#screens/form/problems.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Label } from '#ui/label.tsx';
import { Select } from '#ui/select.tsx';

interface RoleValues {
  role: string;
  grants: string[];
}

function problemsOf(values: RoleValues): Problems {
  return shapeProblems(UserRoleBody, values);
}

/** The roles that the user can have; theirs too, even if it couldn't be given today. */
function rolesFor(user: UserFile): string[] {
  return Object.values(ROLES).filter((role) => role === user.role || newRoleProblem(user, role) === null);
}

function valuesOf({ role, grants }: UserFile): RoleValues {
  return { role: knownRole(role) ?? '', grants: GRANTS.filter((grant) => grants.includes(grant)) };
}

/** Changes a user's role and grants. */
export function RoleForm({ user, onClose }: { user: UserFile; onClose: () => void }) {
  const write = useServerWrite();
  const groupId = useId();
  const form = useEntityForm<'user', RoleValues, UserFile>({
    entity: 'user',
    place: 'on the server',
    initial: useMemo(() => valuesOf(user), [user]),
    opened: user,
    draft: { form: 'user-role' },
    problemsOf,
    merge: { valuesOf, read: (api, id) => api.call('user.read', { params: { id } }) },
    save: (values, { opened }) =>
      write(
        'user.set-role',
        { params: { id: user.id }, body: UserRoleBody.parse(values) },
        opened?.version ?? user.version,
      ),
    savedWords: () => 'Role and grants saved',
    onClose,
  });
  const { values, inputs } = form;
  const toggle = (grant: Grant, isGiven: boolean) =>
    inputs.setValue(
      'grants',
      GRANTS.filter((one) => (one === grant ? isGiven : values.grants.includes(one))),
      { shouldDirty: true },
    );
  return (
    <EntitySheet form={form} title="Edit role and grants">
      <p className="text-sm">
        <span className="font-medium">{user.name}</span>
        <span className="block text-muted-foreground">Changes take effect right away, on every device.</span>
      </p>
      <EntityField
        form={form}
        name="role"
        required
        description={user.is_provider ? undefined : 'Add service leads and supervisors under Providers.'}
      >
        <Select {...inputs.register('role')}>
          {knownRole(user.role) === null && <option value="">Choose a role</option>}
          {rolesFor(user).map((role) => (
            <option key={role} value={role}>
              {roleLabel(role)}
            </option>
          ))}
        </Select>
      </EntityField>
      <fieldset className="grid gap-2.5">
        <legend className="mb-1.5 font-medium text-sm leading-5">{fieldLabel('user', 'grants')}</legend>
        {GRANTS.map((grant) => (
          <div key={grant} className="flex items-center gap-2.5">
            <Checkbox
              id={`${groupId}${grant}`}
              checked={values.grants.includes(grant)}
              onCheckedChange={(next) => toggle(grant, next === true)}
            />
            <Label htmlFor={`${groupId}${grant}`}>{GRANT_LABELS[grant]}</Label>
          </div>
        ))}
        <p className="text-muted-foreground text-xs leading-4">
          A grant gives access to one area beyond the role.
        </p>
      </fieldset>
    </EntitySheet>
  );
}
