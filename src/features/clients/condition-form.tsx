import { useMemo } from 'react';
import type { BillingCondition } from '#contract/billing-conditions.ts';
import type { Service } from '#contract/catalog.ts';
import {
  CONDITION_CHOICE_LABELS,
  CONDITION_LABELS,
  choicesOf,
  termNeed,
  WITHOUT_CONDITION,
} from '#domain/money/billing-conditions.ts';
import { CONDITION_TYPES, type ConditionType } from '#domain/money/condition-types.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { useServerData } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';
import { EntityField } from '#screens/form/entity-field.tsx';
import { type EntityForm, useEntityForm } from '#screens/form/entity-form.ts';
import { EntitySheet } from '#screens/form/entity-sheet.tsx';
import type { ApiClient } from '#sync/api-client.ts';
import { Combobox } from '#ui/combobox.tsx';
import { Input } from '#ui/input.tsx';
import { NamedOptions, Select } from '#ui/select.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { bodyOf, type ConditionValues, problemsOf, valuesOf } from './condition-values.ts';

interface ConditionFormProps {
  /** Nothing for a new one. */
  condition: BillingCondition | null;
  /** Whose it is; null to choose. */
  client: { id: string; name: string } | null;
  /** What a new one begins with. */
  type?: ConditionType;
  services: readonly Pick<Service, 'id' | 'name' | 'is_billable'>[];
  onClose: () => void;
  onAddAnother: () => void;
}

/** Adds a billing condition, or changes its terms: client and type never change. */
export function ConditionForm({ condition, client, type, services, ...leads }: ConditionFormProps) {
  const write = useServerWrite();
  const today = useToday();
  const begins = useMemo(
    () => ({ client: client?.id ?? '', type: type ?? 'no_show', starts_on: today }),
    [client, type, today],
  );
  const form = useEntityForm<'billing_condition', ConditionValues, BillingCondition>({
    entity: 'billing_condition',
    place: 'on the server',
    initial: useMemo(() => valuesOf(condition, begins), [condition, begins]),
    opened: condition,
    draft: { form: 'billing_condition', of: `${client?.id ?? ''} ${type ?? ''}` },
    problemsOf: (values) => problemsOf(values, condition?.id ?? ANY_ID),
    merge: { valuesOf: (current) => valuesOf(current, begins) },
    async save(values, { id, opened }) {
      const body = bodyOf(values, opened?.id ?? id);
      if (opened === null) return write('billing-condition.create', { body }, 0);
      const { id: _, client: _client, type: _type, ...changes } = body;
      const params = { id: opened.id, type: opened.type };
      return write('billing-condition.update', { params, body: changes }, opened.version);
    },
    ...leads,
  });
  return (
    <EntitySheet form={form}>
      {condition !== null && (
        <p className="text-sm">
          <span className="font-medium">{CONDITION_LABELS[condition.type]}</span>
          {client !== null && <span className="block text-muted-foreground">{client.name}</span>}
        </p>
      )}
      {condition === null && client === null && <ClientField form={form} />}
      {condition === null && (
        <EntityField
          form={form}
          name="type"
          description={`Without a condition: ${WITHOUT_CONDITION[form.values.type]}`}
          required
        >
          <Select {...form.inputs.register('type')}>
            {CONDITION_TYPES.map((one) => (
              <option key={one} value={one}>
                {CONDITION_LABELS[one]}
              </option>
            ))}
          </Select>
        </EntityField>
      )}
      <TermFields form={form} services={services} />
      <EntityField
        form={form}
        name="starts_on"
        description="Applies to sessions from this day on, until a later condition of the same kind starts."
        required
      >
        <Input type="date" {...form.inputs.register('starts_on')} />
      </EntityField>
      <EntityField form={form} name="note">
        <Textarea rows={3} {...form.inputs.register('note')} />
      </EntityField>
    </EntitySheet>
  );
}

/** Only to check a form whose record has no id yet. */
const ANY_ID = '00000000-0000-7000-8000-000000000000';

type ConditionEntityForm = EntityForm<'billing_condition', ConditionValues, BillingCondition>;

const askForClients = (api: ApiClient) => api.call('client.list-with-districts');

function ClientField({ form }: { form: ConditionEntityForm }) {
  const { result: clients, problem } = useServerData(askForClients);
  const { inputs, values } = form;
  return (
    <EntityField
      form={form}
      name="client"
      description={clients === undefined ? (problem ?? 'Loading clients…') : undefined}
      required
    >
      <Combobox
        name="client"
        options={(clients ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        searchLabel="Find a client"
        value={values.client}
        onValueChange={(next) => {
          inputs.setValue('client', next, { shouldDirty: true });
          if (inputs.formState.isSubmitted) void inputs.trigger();
        }}
      />
    </EntityField>
  );
}

interface TermFieldsProps {
  form: ConditionEntityForm;
  services: ConditionFormProps['services'];
}

/** The terms of the chosen type. */
function TermFields({ form, services }: TermFieldsProps) {
  const { values, inputs } = form;
  const need = (field: Parameters<typeof termNeed>[1]) => termNeed(values.type, field);
  const isLimit = need('minutes') === 'optional';
  return (
    <>
      {need('service') !== null && (
        <EntityField form={form} name="service" description="The service used to log travel." required>
          <Select {...inputs.register('service')}>
            <NamedOptions
              items={services.filter(({ id, is_billable }) => is_billable || id === values.service)}
            />
          </Select>
        </EntityField>
      )}
      {need('percent') !== null && (
        <EntityField form={form} name="percent" description="0 means not billed." required>
          <Input
            autoComplete="off"
            inputMode="numeric"
            className="tabular-nums"
            {...inputs.register('percent')}
          />
        </EntityField>
      )}
      {need('choice') !== null && (
        <EntityField form={form} name="choice" required>
          <Select {...inputs.register('choice')}>
            <option value="">Choose…</option>
            {choicesOf(values.type).map((one) => (
              <option key={one} value={one}>
                {CONDITION_CHOICE_LABELS[one]}
              </option>
            ))}
          </Select>
        </EntityField>
      )}
      {need('minutes') !== null && (
        <EntityField
          form={form}
          name="minutes"
          {...(isLimit ? { detail: 'at most', description: 'Leave blank for no limit.' } : {})}
          required={!isLimit}
        >
          <Input
            autoComplete="off"
            inputMode="numeric"
            className="tabular-nums"
            {...inputs.register('minutes')}
          />
        </EntityField>
      )}
      {need('days') !== null && (
        <EntityField form={form} name="days" required>
          <Input
            autoComplete="off"
            inputMode="numeric"
            className="tabular-nums"
            {...inputs.register('days')}
          />
        </EntityField>
      )}
    </>
  );
}
