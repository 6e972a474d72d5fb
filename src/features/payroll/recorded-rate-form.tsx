import { useMemo } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { ListedPayRate, PayRate } from '#contract/pay-rate-records.ts';
import { LINE_KIND_LABELS } from '#domain/payroll/pay-line.ts';
import { PAY_RATE_TYPES } from '#domain/payroll/pay-types.ts';
import { RATE_UNITS } from '#domain/payroll/recorded-rates.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { useToday } from '#screens/device/today.ts';
import { EntityField } from '#screens/form/entity-field.tsx';
import { useEntityForm } from '#screens/form/entity-form.ts';
import { EntitySheet } from '#screens/form/entity-sheet.tsx';
import { DecimalInput } from '#ui/decimal-input.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { ProviderSelect } from './provider-select.tsx';
import { bodyOf, byValue, problemsOf, type RecordedRateValues, valuesOf } from './recorded-rate-values.ts';

/** Only to check a form whose record has no id yet. */
const ANY_ID = uuidv7();

interface RecordedRateFormProps {
  /** Nothing for a new one. */
  rate: ListedPayRate | null;
  onClose: () => void;
  onAddAnother: () => void;
}

/** Records a rate from a day on, or corrects how much: what it is for never changes. */
export function RecordedRateForm({ rate, ...leads }: RecordedRateFormProps) {
  const write = useServerWrite();
  const today = useToday();
  const form = useEntityForm<'pay_rate', RecordedRateValues, PayRate>({
    entity: 'pay_rate',
    place: 'on the server',
    initial: useMemo(() => valuesOf(rate, today), [rate, today]),
    opened: rate,
    draft: { form: 'pay_rate' },
    problemsOf: (values) => problemsOf(values, rate?.id ?? ANY_ID),
    merge: { valuesOf: (current) => valuesOf(current, today), words: { rate: 'rate_tenths' } },
    async save(values, { id, opened }) {
      const body = bodyOf(values, opened?.id ?? id);
      const { rate_tenths } = body;
      const refused =
        opened === null
          ? await write('pay-rate.create', { body }, 0)
          : await write(
              'pay-rate.update',
              { params: { id: opened.id }, body: { rate_tenths } },
              opened.version,
            );
      return refused === null ? null : byValue(refused);
    },
    ...leads,
  });
  const { inputs, values } = form;
  const subject =
    rate === null
      ? ''
      : `${rate.provider_name ?? 'Everyone'}, ${LINE_KIND_LABELS[rate.pay_type]}, from ${displayDay(rate.starts_on)}`;
  return (
    <EntitySheet
      form={form}
      deletion={
        rate === null
          ? undefined
          : {
              name: subject,
              run: ({ id, version }) => write('pay-rate.delete', { params: { id } }, version),
            }
      }
    >
      {rate === null ? (
        <>
          <EntityField form={form} name="pay_type" required>
            <Select {...inputs.register('pay_type')}>
              {PAY_RATE_TYPES.map((type) => (
                <option key={type} value={type}>
                  {LINE_KIND_LABELS[type]}
                </option>
              ))}
            </Select>
          </EntityField>
          <EntityField
            form={form}
            name="provider"
            description="If a provider has a rate of this kind, it replaces the rate for everyone."
          >
            <ProviderSelect
              everyone="Everyone"
              value={values.provider}
              onValueChange={(provider) => {
                inputs.setValue('provider', provider, { shouldDirty: true });
                if (inputs.formState.isSubmitted) void inputs.trigger();
              }}
            />
          </EntityField>
          <EntityField
            form={form}
            name="starts_on"
            description="Applies until the day before the next rate of this kind."
            required
          >
            <Input type="date" {...inputs.register('starts_on')} />
          </EntityField>
        </>
      ) : (
        <p className="font-medium text-sm">{subject}</p>
      )}
      <EntityField
        form={form}
        name="rate_tenths"
        value="rate"
        detail={`dollars per ${RATE_UNITS[values.pay_type].one}`}
        description={
          values.pay_type === 'clock'
            ? "Pays time on the clock that no session covers, instead of the day's average rate."
            : 'Offered when someone adds extra pay. Existing entries keep their rate.'
        }
        required
      >
        <DecimalInput {...inputs.register('rate')} />
      </EntityField>
    </EntitySheet>
  );
}
