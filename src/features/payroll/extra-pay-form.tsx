import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { ExtraPay, ListedExtraPay } from '#contract/extra-pay.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { extraPaySum } from '#domain/payroll/extra-pay.ts';
import { LINE_KIND_LABELS } from '#domain/payroll/pay-line.ts';
import { EXTRA_PAY_TYPES } from '#domain/payroll/pay-types.ts';
import { RATE_UNITS } from '#domain/payroll/recorded-rates.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { useServerData } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';
import { EntityField } from '#screens/form/entity-field.tsx';
import { useEntityForm } from '#screens/form/entity-form.ts';
import { EntitySheet } from '#screens/form/entity-sheet.tsx';
import type { ApiClient } from '#sync/api-client.ts';
import { DecimalInput } from '#ui/decimal-input.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { Textarea } from '#ui/textarea.tsx';
import {
  bodyOf,
  byValue,
  type ExtraPayValues,
  lacksRate,
  offeredRate,
  problemsOf,
  sourceText,
  valuesOf,
} from './extra-pay-values.ts';
import { ProviderSelect } from './provider-select.tsx';

/** Only to check a form whose record has no id yet. */
const ANY_ID = uuidv7();

/** A new one begins with the rate in force on its day. */
const askForRates = (api: ApiClient) => api.call('pay-rate.list');

interface ExtraPayFormProps {
  /** Nothing for a new one. */
  extra: ListedExtraPay | null;
  onClose: () => void;
  onAddAnother: () => void;
}

/** Adds mileage or paid time off of a provider, or changes how much: what it is for never changes. */
export function ExtraPayForm({ extra, ...leads }: ExtraPayFormProps) {
  const write = useServerWrite();
  const today = useToday();
  const { result: rates } = useServerData(askForRates);
  const form = useEntityForm<'extra_pay', ExtraPayValues, ExtraPay>({
    entity: 'extra_pay',
    place: 'on the server',
    initial: useMemo(() => valuesOf(extra, today), [extra, today]),
    opened: extra,
    draft: { form: 'extra_pay' },
    problemsOf: (values) => problemsOf(values, extra?.id ?? ANY_ID),
    merge: {
      valuesOf: (current) => valuesOf(current, today),
      words: { quantity: 'quantity_hundredths', rate: 'rate_tenths' },
    },
    async save(values, { id, opened }) {
      const body = bodyOf(values, opened?.id ?? id);
      const { quantity_hundredths, rate_tenths, reason } = body;
      const changes = { quantity_hundredths, rate_tenths, reason };
      const refused =
        opened === null
          ? await write('extra-pay.create', { body }, 0)
          : await write('extra-pay.update', { params: { id: opened.id }, body: changes }, opened.version);
      return refused === null ? null : byValue(refused);
    },
    ...leads,
  });
  const { inputs, values } = form;
  const subject =
    extra === null
      ? ''
      : `${extra.provider_name}, ${LINE_KIND_LABELS[extra.pay_type]}, ${displayDay(extra.pay_day)}`;
  const { one, many } = RATE_UNITS[values.pay_type];
  /** The rate in force, until another one is typed. */
  const choose = (choice: Partial<Pick<ExtraPayValues, 'provider' | 'pay_type' | 'pay_day'>>) => {
    if (rates === undefined) return;
    // What was typed for a mile is wrong for an hour.
    const isTyped = values.rate !== '' && values.rate !== offeredRate(rates, values);
    if (isTyped && choice.pay_type === undefined) return;
    inputs.setValue('rate', offeredRate(rates, { ...values, ...choice }), { shouldDirty: true });
  };
  const isComplete = Object.keys(problemsOf({ ...values, reason: 'any' }, ANY_ID)).length === 0;
  const isMissing = rates !== undefined && lacksRate(rates, values);
  const description = [
    rates === undefined ? '' : sourceText(rates, values),
    isComplete ? `Pays ${moneyText(extraPaySum(bodyOf(values, ANY_ID)).amount_cents)}.` : '',
  ]
    .filter((words) => words !== '')
    .join(' ');
  return (
    <EntitySheet
      form={form}
      deletion={
        extra === null
          ? undefined
          : {
              name: subject,
              run: ({ id, version }) => write('extra-pay.delete', { params: { id } }, version),
            }
      }
    >
      {extra === null ? (
        <>
          <EntityField form={form} name="provider" required>
            <ProviderSelect
              value={values.provider}
              onValueChange={(provider) => {
                inputs.setValue('provider', provider, { shouldDirty: true });
                choose({ provider });
                if (inputs.formState.isSubmitted) void inputs.trigger();
              }}
            />
          </EntityField>
          <EntityField form={form} name="pay_type" required>
            <Select
              {...inputs.register('pay_type', {
                onChange: () => choose({ pay_type: inputs.getValues('pay_type') }),
              })}
            >
              {EXTRA_PAY_TYPES.map((type) => (
                <option key={type} value={type}>
                  {LINE_KIND_LABELS[type]}
                </option>
              ))}
            </Select>
          </EntityField>
          <EntityField
            form={form}
            name="pay_day"
            description="Paid with the pay period of this day, or with the next run if that period is already paid."
            required
          >
            <Input
              type="date"
              {...inputs.register('pay_day', {
                onChange: () => choose({ pay_day: inputs.getValues('pay_day') }),
              })}
            />
          </EntityField>
        </>
      ) : (
        <p className="font-medium text-sm">{subject}</p>
      )}
      <EntityField
        form={form}
        name="quantity_hundredths"
        value="quantity"
        detail={many}
        description="Enter a negative number to take back pay."
        required
      >
        <DecimalInput {...inputs.register('quantity')} />
      </EntityField>
      <EntityField
        form={form}
        name="rate_tenths"
        value="rate"
        detail={`dollars per ${one}`}
        description={
          isMissing ? (
            <>
              No rate is recorded for this day. Enter one, or record it in{' '}
              <Link
                to="/payroll/pay-rates"
                search={{ type: values.pay_type }}
                className="font-medium text-foreground underline underline-offset-2"
              >
                Pay rates
              </Link>{' '}
              first. {description}
            </>
          ) : (
            description || undefined
          )
        }
        required
      >
        <DecimalInput {...inputs.register('rate')} />
      </EntityField>
      <EntityField form={form} name="reason" description="Shown with the pay line." required>
        <Textarea rows={2} maxLength={500} {...inputs.register('reason')} />
      </EntityField>
    </EntitySheet>
  );
}
