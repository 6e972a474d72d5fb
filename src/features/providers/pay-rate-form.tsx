import { useMemo } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { Service } from '#contract/catalog.ts';
import type { ProviderFile, ProviderRate } from '#contract/providers.ts';
import { fiscalYearText } from '#domain/money/rates.ts';
import { fiscalYearOf } from '#domain/time/fiscal-year.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { useToday } from '#screens/device/today.ts';
import { EntityField } from '#screens/form/entity-field.tsx';
import { useEntityForm } from '#screens/form/entity-form.ts';
import { EntitySheet } from '#screens/form/entity-sheet.tsx';
import { DecimalInput } from '#ui/decimal-input.tsx';
import { NamedOptions, Select } from '#ui/select.tsx';
import { bodyOf, byValue, type PayRateValues, problemsOf, valuesOf } from './pay-rate-values.ts';

/** Only to check a form whose record has no id yet. */
const ANY_ID = uuidv7();
/** Fiscal years that can be chosen beside the current one. */
const YEARS_AROUND = [-3, -2, -1, 0, 1, 2];

interface PayRateFormProps {
  /** Nothing for a new one. */
  rate: ProviderRate | null;
  provider: Pick<ProviderFile, 'id' | 'services'>;
  services: readonly Pick<Service, 'id' | 'name'>[];
  onClose: () => void;
  onAddAnother: () => void;
}

/** Adds a pay rate, or changes its amount: what a rate is for never changes. */
export function PayRateForm({ rate, provider, services, ...leads }: PayRateFormProps) {
  const write = useServerWrite();
  const now = fiscalYearOf(useToday());
  const form = useEntityForm<'provider_rate', PayRateValues, ProviderRate>({
    entity: 'provider_rate',
    place: 'on the server',
    initial: useMemo(() => valuesOf(rate, now), [rate, now]),
    opened: rate,
    draft: { form: 'provider_rate', of: provider.id },
    problemsOf: (values) => problemsOf(values, rate?.id ?? ANY_ID),
    merge: { valuesOf: (current) => valuesOf(current, now), words: { amount: 'amount_cents' } },
    async save(values, { id, opened }) {
      const body = bodyOf(values, opened?.id ?? id);
      const { amount_cents } = body;
      const refused =
        opened === null
          ? await write('provider-rate.create', { params: { id: provider.id }, body }, 0)
          : await write(
              'provider-rate.update',
              { params: { id: opened.id }, body: { amount_cents } },
              opened.version,
            );
      return refused === null ? null : byValue(refused);
    },
    ...leads,
  });
  const nameOf = (id: string) => services.find((one) => one.id === id)?.name ?? 'Unknown service';
  const subject = rate === null ? '' : `${nameOf(rate.service)}, ${fiscalYearText(rate.start_year)}`;
  // Their own services come first.
  const [own, others] = [true, false].map((isOwn) =>
    services.filter(({ id }) => provider.services.includes(id) === isOwn),
  );
  return (
    <EntitySheet
      form={form}
      deletion={
        rate === null
          ? undefined
          : {
              name: subject,
              run: ({ id, version }) => write('provider-rate.delete', { params: { id } }, version),
            }
      }
    >
      {rate === null ? (
        <>
          <EntityField form={form} name="service" required>
            <Select {...form.inputs.register('service')}>
              <NamedOptions items={[...(own ?? []), ...(others ?? [])]} />
            </Select>
          </EntityField>
          <EntityField form={form} name="start_year" required>
            <Select {...form.inputs.register('start_year')}>
              {YEARS_AROUND.map((offset) => (
                <option key={offset} value={now + offset}>
                  {fiscalYearText(now + offset)}
                  {offset === 0 ? ' (current)' : ''}
                </option>
              ))}
            </Select>
          </EntityField>
        </>
      ) : (
        <p className="font-medium text-sm">{subject}</p>
      )}
      <EntityField form={form} name="amount_cents" value="amount" detail="dollars" required>
        <DecimalInput {...form.inputs.register('amount')} />
      </EntityField>
    </EntitySheet>
  );
}
