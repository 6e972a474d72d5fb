import { useMemo } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { ClientFile } from '#contract/clients.ts';
import { useLookups } from '#screens/device/lookups.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { useServerData } from '#screens/device/signed-in.ts';
import { EntityCheck, EntityField } from '#screens/form/entity-field.tsx';
import { type EntityForm, useEntityForm } from '#screens/form/entity-form.ts';
import { EntitySheet } from '#screens/form/entity-sheet.tsx';
import { offeredOf, withOwn } from '#screens/form/own-options.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Combobox, MultiCombobox } from '#ui/combobox.tsx';
import { DecimalInput } from '#ui/decimal-input.tsx';
import { Input } from '#ui/input.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { askForPlaces, clientMerge } from './client-merge.ts';
import {
  billingIn,
  bodyOf,
  byValue,
  type ClientValues,
  detailsIn,
  problemsOf,
  valuesOf,
} from './client-values.ts';
import { ContactFields } from './contact-fields.tsx';

interface ClientFormProps {
  /** Nothing for a new one. */
  client: ClientFile | null;
  /** What of an existing client is changed. */
  part?: 'details' | 'billing';
  onClose: () => void;
  /** Absent where no other can be added. */
  onAddAnother?: () => void;
  onSaved?: (client: SavedClient) => void;
}

export interface SavedClient {
  id: string;
  name: string;
}

export type ClientEntityForm = EntityForm<'client_account', ClientValues, ClientFile>;

/** Adds a client, or changes its details or its contract and billing. */
export function ClientForm({ client, part = 'details', onSaved, ...leads }: ClientFormProps) {
  const write = useServerWrite();
  const form = useEntityForm<'client_account', ClientValues, ClientFile>({
    entity: 'client_account',
    place: 'on the server',
    initial: useMemo(() => valuesOf(client), [client]),
    opened: client,
    draft: { form: client === null ? 'client' : `client-${part}` },
    problemsOf: (values) => problemsOf(values, client?.id ?? ANY_ID),
    merge: clientMerge,
    async save(values, { id, opened }) {
      const body = bodyOf(values, opened?.id ?? id);
      const params = { id: body.id };
      const refused =
        opened === null
          ? await write('client.create', { body }, 0)
          : part === 'billing'
            ? await write('client.update-billing', { params, body: billingIn(body) }, opened.version)
            : await write('client.update', { params, body: detailsIn(body) }, opened.version);
      if (refused !== null) return byValue(refused);
      onSaved?.(body);
      return null;
    },
    ...leads,
  });
  const isNew = client === null;
  return (
    <EntitySheet form={form} title={!isNew && part === 'billing' ? 'Edit contract and billing' : undefined}>
      {(isNew || part === 'details') && <Details form={form} client={client} />}
      {isNew && <h3 className="mt-2 border-border border-t pt-4 font-semibold">Contract and billing</h3>}
      {(isNew || part === 'billing') && <Billing form={form} client={client} />}
    </EntitySheet>
  );
}

/** A new client has an id once it is saved; until then it can't be its own district. */
const ANY_ID = uuidv7();

interface PartProps {
  form: ClientEntityForm;
  client: ClientFile | null;
}

function Details({ form, client }: PartProps) {
  const services = useLookups()?.services ?? [];
  const { result, problem } = useServerData(askForPlaces);
  const { change, values, inputs } = form;
  const manager = client?.manager ?? null;
  const managers = withOwn(
    result?.managers,
    manager === null ? [] : [{ id: manager, name: client?.manager_name ?? '' }],
  );
  const regions = withOwn(
    result?.regions.map(({ id, name, region_number }) => ({ id, name, hint: region_number })),
    client?.region_list ?? [],
  );
  return (
    <>
      <EntityField form={{ entity: 'client', problems: form.problems }} name="name" required>
        <Input autoComplete="off" maxLength={200} {...inputs.register('name')} />
      </EntityField>
      <EntityField form={form} name="manager" description={problem ?? undefined}>
        <Combobox
          name="manager"
          options={[{ value: '', label: 'No manager' }, ...managers]}
          searchLabel="Find a manager"
          value={values.manager}
          onValueChange={(next) => change({ manager: next })}
        />
      </EntityField>
      <EntityField form={form} name="services">
        <MultiCombobox
          name="services"
          options={offeredOf(services, values.services).map(({ id, name, short_name }) => ({
            value: id,
            label: name,
            hint: short_name,
          }))}
          searchLabel="Find a service"
          value={values.services}
          onValueChange={(next) => change({ services: next })}
        />
      </EntityField>
      <EntityField form={form} name="regions" description={problem ?? undefined}>
        <MultiCombobox
          name="regions"
          options={regions}
          searchLabel="Find a region"
          value={values.regions}
          onValueChange={(next) => change({ regions: next })}
        />
      </EntityField>
      <EntityCheck
        form={{ entity: 'client' }}
        name="needs_codes"
        checked={values.needs_codes}
        onChange={(needs_codes) => change({ needs_codes })}
      />
      <EntityField form={form} name="contacts" group>
        <ContactFields contacts={values.contacts} onChange={(contacts) => change({ contacts })} />
      </EntityField>
    </>
  );
}

const askForDistricts = (api: ApiClient) => api.call('client.list-with-districts');

function Billing({ form, client }: PartProps) {
  const { result, problem } = useServerData(askForDistricts);
  const { change, values, inputs } = form;
  const district = client?.district ?? null;
  // A district belongs to no other.
  const free = result?.filter((one) => one.district === null && one.id !== client?.id);
  const districts = withOwn(
    free,
    district === null ? [] : [{ id: district, name: client?.district_name ?? '' }],
  );
  return (
    <>
      <EntityField
        form={form}
        name="district"
        description={problem ?? 'The client that pays, if this one is part of a district.'}
      >
        <Combobox
          name="district"
          options={[{ value: '', label: 'Pays its own invoices' }, ...districts]}
          searchLabel="Find a district"
          value={values.district}
          onValueChange={(next) => change({ district: next })}
        />
      </EntityField>
      <EntityCheck
        form={form}
        name="is_insurance"
        checked={values.is_insurance}
        onChange={(is_insurance) => change({ is_insurance })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <EntityField form={form} name="contract_number">
          <Input autoComplete="off" maxLength={60} {...inputs.register('contract_number')} />
        </EntityField>
        <EntityField form={form} name="contract_cap_cents" value="cap" detail="dollars">
          <DecimalInput {...inputs.register('cap')} />
        </EntityField>
        <EntityField form={form} name="contract_start">
          <Input type="date" {...inputs.register('contract_start')} />
        </EntityField>
        <EntityField form={form} name="contract_end">
          <Input type="date" {...inputs.register('contract_end')} />
        </EntityField>
      </div>
      <EntityField form={form} name="purchase_order">
        <Input autoComplete="off" maxLength={60} {...inputs.register('purchase_order')} />
      </EntityField>
      <EntityField form={form} name="invoice_address">
        <Textarea maxLength={500} {...inputs.register('invoice_address')} />
      </EntityField>
    </>
  );
}
