import { useMemo } from 'react';
import type { OrganizationSettings } from '#contract/organization.ts';
import { PAY_PERIOD_KIND_LABELS, PAY_PERIOD_KINDS } from '#domain/payroll/pay-period-rules.ts';
import { organization } from '#entities/organization.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { EntityCheck, EntityField } from '#screens/form/entity-field.tsx';
import { useEntityForm } from '#screens/form/entity-form.ts';
import { EntitySheet } from '#screens/form/entity-sheet.tsx';
import { type Problems, shapeProblems } from '#screens/form/problems.ts';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { Textarea } from '#ui/textarea.tsx';

type Values = Pick<
  OrganizationSettings,
  'name' | 'address' | 'payment_instructions' | 'uses_24_hour_clock' | 'pay_period_kind' | 'pay_period_anchor'
>;

interface OrganizationFormProps {
  settings: OrganizationSettings;
  onClose: () => void;
}

/** Changes the organization's name, what invoices print of it, its clock, and the rule for pay periods. */
export function OrganizationForm({ settings, onClose }: OrganizationFormProps) {
  const write = useServerWrite();
  const form = useEntityForm<'organization', Values, OrganizationSettings>({
    entity: 'organization',
    place: 'on the server',
    initial: useMemo(() => valuesOf(settings), [settings]),
    opened: settings,
    draft: { form: 'organization' },
    problemsOf,
    merge: { valuesOf },
    save: (values, { opened }) =>
      write(
        'organization.update',
        { body: { ...values, name: values.name.trim() } },
        opened?.version ?? settings.version,
      ),
    onClose,
  });
  const { values, inputs } = form;
  const countsWeeks = values.pay_period_kind === 'weekly' || values.pay_period_kind === 'biweekly';
  return (
    <EntitySheet form={form} title="Edit organization">
      <EntityField
        form={form}
        name="name"
        description={
          settings.configured_name === ''
            ? 'Appears at the top of prints and in emails.'
            : `Appears at the top of prints and in emails. If blank, ${settings.configured_name} is used.`
        }
      >
        <Input autoComplete="organization" {...inputs.register('name')} />
      </EntityField>
      <EntityField form={form} name="address" description="Printed on invoices.">
        <Textarea rows={3} autoComplete="street-address" {...inputs.register('address')} />
      </EntityField>
      <EntityField
        form={form}
        name="payment_instructions"
        description="Printed on invoices: who to make checks out to, or the account for transfers."
      >
        <Textarea rows={3} {...inputs.register('payment_instructions')} />
      </EntityField>
      <div className="grid gap-1">
        <EntityCheck
          form={form}
          name="uses_24_hour_clock"
          checked={values.uses_24_hour_clock}
          onChange={(next) => inputs.setValue('uses_24_hour_clock', next, { shouldDirty: true })}
        />
        <p className="pl-7 text-muted-foreground text-xs leading-4">
          For people who haven't chosen a format in their profile.
        </p>
      </div>
      <EntityField
        form={form}
        name="pay_period_kind"
        description="Applies to pay periods you add from now on."
        required
      >
        <Select {...inputs.register('pay_period_kind')}>
          {PAY_PERIOD_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {PAY_PERIOD_KIND_LABELS[kind]}
            </option>
          ))}
        </Select>
      </EntityField>
      {countsWeeks && (
        <EntityField
          form={form}
          name="pay_period_anchor"
          description="The first day of any pay period."
          required
        >
          <Input type="date" {...inputs.register('pay_period_anchor')} />
        </EntityField>
      )}
    </EntitySheet>
  );
}

function valuesOf({
  name,
  address,
  payment_instructions,
  uses_24_hour_clock,
  pay_period_kind,
  pay_period_anchor,
}: Values): Values {
  return { name, address, payment_instructions, uses_24_hour_clock, pay_period_kind, pay_period_anchor };
}

function problemsOf(values: Values): Problems {
  const shape = organization.Changes.omit({ pay_file_columns: true, pay_file_codes: true });
  return shapeProblems(shape.required(), values);
}
