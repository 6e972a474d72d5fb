import { useMemo } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { ProviderFile } from '#contract/providers.ts';
import { EMPLOYMENT_TYPES, employmentLabel, employmentType } from '#domain/access/employment.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { ROLES, roleLabel } from '#domain/access/roles.ts';
import { emailProblem, NEW_ADDRESS } from '#domain/access/user-rules.ts';
import { namedProviders } from '#domain/providers/provider-name.ts';
import { PROVIDER_ROLES } from '#domain/providers/provider-rules.ts';
import { LICENSE_STATES } from '#domain/providers/states.ts';
import { each, person } from '#entities/words/say.ts';
import { useAllProviders, useLookups } from '#screens/device/lookups.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { useServerData, useSignedIn } from '#screens/device/signed-in.ts';
import { EntityCheck, EntityField } from '#screens/form/entity-field.tsx';
import { type EntityForm, useEntityForm } from '#screens/form/entity-form.ts';
import { EntitySheet } from '#screens/form/entity-sheet.tsx';
import { offeredOf, withOwn } from '#screens/form/own-options.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { MultiCombobox } from '#ui/combobox.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { CredentialFields } from './credential-fields.tsx';
import {
  bodyOf,
  changesIn,
  type ProviderValues,
  problemsOf,
  providerRole,
  valuesOf,
} from './provider-values.ts';

interface ProviderFormProps {
  /** Nothing for a new one. */
  provider: ProviderFile | null;
  onClose: () => void;
  /** Absent where no other can be added. */
  onAddAnother?: () => void;
  onSaved?: (id: string) => void;
}

type Form = EntityForm<'provider_account', ProviderValues, ProviderFile>;

/** A new provider has an id once it is saved; until then no one is their own supervisor. */
const ANY_ID = uuidv7();

/** Adds a provider and invites them by email, or changes one. */
export function ProviderForm({ provider, onSaved, ...leads }: ProviderFormProps) {
  const write = useServerWrite();
  const { profile } = useSignedIn();
  const maySetRole = mayUse({ role: profile.auth, grants: profile.grants }, 'user.assign-role');
  const form = useEntityForm<'provider_account', ProviderValues, ProviderFile>({
    entity: 'provider_account',
    place: 'on the server',
    initial: useMemo(() => valuesOf(provider), [provider]),
    opened: provider,
    draft: { form: 'provider' },
    problemsOf: (values) => problemsOf(values, provider?.id ?? ANY_ID, maySetRole),
    merge: {
      valuesOf,
      read: async (api, id) => (await api.call('provider.read', { params: { id } })).provider,
      also: ['provider', 'user'],
      words: { supervisees: { label: 'Supervisees', say: each(person) } },
    },
    async save(values, { id, opened }) {
      const body = bodyOf(values, opened?.id ?? id);
      const refused =
        opened === null
          ? await write('provider.create', { body }, 0)
          : await write(
              'provider.update',
              { params: { id: body.id }, body: changesIn(body, maySetRole) },
              opened.version,
            );
      if (refused === null) onSaved?.(body.id);
      return refused;
    },
    savedWords: ({ email }) =>
      provider === null ? `Provider saved. We emailed an invitation to ${email.trim()}.` : undefined,
    ...leads,
  });
  return (
    <EntitySheet form={form}>
      <Person
        form={form}
        maySetRole={maySetRole}
        fixedEmail={provider === null ? null : emailProblem({ role: profile.auth }, provider)}
      />
      <Work form={form} provider={provider} />
      <h3 className="mt-2 border-border border-t pt-4 font-semibold">Credentials</h3>
      <Credentials form={form} />
      <h3 className="mt-2 border-border border-t pt-4 font-semibold">Employment</h3>
      <Employment form={form} />
    </EntitySheet>
  );
}

interface PartProps {
  form: Form;
}

interface PersonProps extends PartProps {
  maySetRole: boolean;
  /** Why the email address can't change; null if it can. */
  fixedEmail: string | null;
}

/** Who they are, and how they log in. */
function Person({ form, maySetRole, fixedEmail }: PersonProps) {
  const { change, values, inputs, problems } = form;
  const named = { entity: 'provider', problems } as const;
  const isNew = form.opened === null;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <EntityField form={named} name="provider_first" required>
          <Input autoComplete="off" maxLength={100} {...inputs.register('provider_first')} />
        </EntityField>
        <EntityField form={named} name="provider_last" required>
          <Input autoComplete="off" maxLength={100} {...inputs.register('provider_last')} />
        </EntityField>
      </div>
      <EntityField
        form={named}
        name="credentials"
        description="Shown after the name on notes, such as M.S., CCC-SLP."
      >
        <Input autoComplete="off" maxLength={60} {...inputs.register('credentials')} />
      </EntityField>
      <Field
        label="Email"
        error={problems.email}
        description={
          isNew
            ? 'We send an invitation to this address. The link works for 7 days.'
            : (fixedEmail ?? NEW_ADDRESS)
        }
        required
      >
        <Input
          type="email"
          autoComplete="off"
          maxLength={254}
          readOnly={fixedEmail !== null}
          {...inputs.register('email')}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="User name" error={problems.username} required>
          <Input
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={100}
            {...inputs.register('username')}
          />
        </Field>
        <EntityField form={form} name="phone">
          <Input type="tel" autoComplete="off" maxLength={40} {...inputs.register('phone')} />
        </EntityField>
      </div>
      {maySetRole && (
        <Field label="Role" error={problems.role} required>
          <Select
            name="role"
            value={values.role}
            onChange={({ target }) => change({ role: providerRole(target.value) ?? '' })}
          >
            {values.role === '' && <option value="">Choose…</option>}
            {PROVIDER_ROLES.map((one) => (
              <option key={one} value={one}>
                {roleLabel(one)}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </>
  );
}

const askForSupervisors = (api: ApiClient) => api.call('provider.list-supervisors');

/** What they do, and who supervises whom. */
function Work({ form, provider }: PartProps & { provider: ProviderFile | null }) {
  const lookups = useLookups();
  const providers = useAllProviders();
  const { result, problem } = useServerData(askForSupervisors);
  const { change, values, inputs, problems } = form;
  const named = { entity: 'provider', problems } as const;
  const everybody = namedProviders(providers?.values() ?? []);
  const others = everybody.filter(({ id }) => id !== provider?.id);
  const supervisors = withOwn(
    result?.filter(({ id }) => id !== provider?.id),
    // One who left the role or the organization stays until someone removes them.
    others.filter(({ id }) => values.supervisors.includes(id)),
  );
  const supervisees = withOwn(
    others.filter(({ archived }) => !archived),
    provider?.supervisee_list ?? [],
  );
  return (
    <>
      <EntityField form={named} name="services">
        <MultiCombobox
          name="services"
          options={offeredOf(lookups?.services ?? [], values.services).map(({ id, name, short_name }) => ({
            ...{ value: id, label: name, hint: short_name },
          }))}
          searchLabel="Find a service"
          value={values.services}
          onValueChange={(services) => change({ services })}
        />
      </EntityField>
      <EntityField form={named} name="supervisors" description={problem ?? undefined}>
        <MultiCombobox
          name="supervisors"
          options={supervisors}
          searchLabel="Find a supervisor"
          value={values.supervisors}
          onValueChange={(next) => change({ supervisors: next })}
        />
      </EntityField>
      {(values.role === ROLES.supervisor || values.supervisees.length > 0) && (
        <Field label="Supervisees" error={problems.supervisees}>
          <MultiCombobox
            name="supervisees"
            options={supervisees}
            searchLabel="Find a provider"
            value={values.supervisees}
            onValueChange={(next) => change({ supervisees: next })}
          />
        </Field>
      )}
      <EntityCheck
        form={named}
        name="needs_co_sign"
        checked={values.needs_co_sign}
        onChange={(needs_co_sign) => change({ needs_co_sign })}
      />
      <EntityField
        form={form}
        name="max_caseload"
        detail="active students"
        description="Leave blank for no maximum."
      >
        <Input
          inputMode="numeric"
          autoComplete="off"
          className="max-w-32 tabular-nums"
          {...inputs.register('max_caseload')}
        />
      </EntityField>
      <EntityField form={form} name="availability">
        <Textarea rows={2} maxLength={500} {...inputs.register('availability')} />
      </EntityField>
      <EntityField form={form} name="time_off">
        <Textarea rows={2} maxLength={500} {...inputs.register('time_off')} />
      </EntityField>
    </>
  );
}

function Credentials({ form }: PartProps) {
  const { change, values, inputs } = form;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <EntityField form={form} name="license_number">
          <Input autoComplete="off" maxLength={60} {...inputs.register('license_number')} />
        </EntityField>
        <EntityField form={form} name="license_state">
          <Select
            name="license_state"
            value={values.license_state}
            onChange={({ target }) => change({ license_state: target.value })}
          >
            <option value="">Choose…</option>
            {LICENSE_STATES.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </Select>
        </EntityField>
        <EntityField form={form} name="npi">
          <Input
            inputMode="numeric"
            autoComplete="off"
            maxLength={10}
            className="tabular-nums"
            {...inputs.register('npi')}
          />
        </EntityField>
        <EntityField form={form} name="taxonomy_code">
          <Input autoComplete="off" maxLength={10} {...inputs.register('taxonomy_code')} />
        </EntityField>
      </div>
      <EntityField form={form} name="credential_records" group>
        <CredentialFields
          credentials={values.credential_records}
          onChange={(credential_records) => change({ credential_records })}
        />
      </EntityField>
    </>
  );
}

function Employment({ form }: PartProps) {
  const { change, values, inputs, problems } = form;
  return (
    <>
      <Field label="Employment type" error={problems.emp} required>
        <Select
          name="emp"
          value={values.emp}
          onChange={({ target }) => change({ emp: employmentType(target.value) ?? '' })}
        >
          {values.emp === '' && <option value="">Choose…</option>}
          {EMPLOYMENT_TYPES.map((one) => (
            <option key={one} value={one}>
              {employmentLabel(one)}
            </option>
          ))}
        </Select>
      </Field>
      <EntityField
        form={form}
        name="payroll_id"
        description="Their ID in your payroll service, such as an employee number. It goes in the pay file."
      >
        <Input autoComplete="off" maxLength={40} className="max-w-56" {...inputs.register('payroll_id')} />
      </EntityField>
      <div className="grid gap-4 sm:grid-cols-2">
        <EntityField form={form} name="hired_on">
          <Input type="date" {...inputs.register('hired_on')} />
        </EntityField>
        <EntityField form={form} name="left_on">
          <Input type="date" {...inputs.register('left_on')} />
        </EntityField>
      </div>
    </>
  );
}
