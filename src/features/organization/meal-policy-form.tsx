import { useMemo } from 'react';
import type { MealPolicyRow } from '#contract/organization.ts';
import { MEAL_POLICY, type MealPolicy, policyProblems } from '#domain/lunch/meal-policy.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { meal_policy } from '#entities/organization.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { EntityField } from '#screens/form/entity-field.tsx';
import { useEntityForm } from '#screens/form/entity-form.ts';
import { EntitySheet } from '#screens/form/entity-sheet.tsx';
import { type Problems, shapeProblems } from '#screens/form/problems.ts';
import { Input } from '#ui/input.tsx';

const LIMITS = [
  'first_meal_after_minutes',
  'first_waivable_to_minutes',
  'second_meal_after_minutes',
  'second_waivable_to_minutes',
  'shortest_meal_minutes',
] as const;
type Limit = (typeof LIMITS)[number];
/** Minutes as typed. */
type Values = Record<Limit | 'starts_on', string>;

interface MealPolicyFormProps {
  /** Nothing for a new version. */
  policy: MealPolicyRow | null;
  /** The limits that a new version begins with. */
  current: MealPolicy;
  others: readonly MealPolicyRow[];
  /** The Pacific day. */
  today: string;
  onClose: () => void;
}

/** Adds a version of the meal policy, or changes one that hasn't begun. */
export function MealPolicyForm({ policy, current, others, today, onClose }: MealPolicyFormProps) {
  const write = useServerWrite();
  const facts = { today, taken: others.filter((one) => one !== policy).map(({ starts_on }) => starts_on) };
  const form = useEntityForm<'meal_policy', Values, MealPolicyRow>({
    entity: 'meal_policy',
    place: 'on the server',
    initial: useMemo(() => valuesOf(policy, current), [policy, current]),
    opened: policy,
    draft: { form: 'meal_policy' },
    problemsOf: (values) => problemsOf(values, facts),
    merge: { valuesOf: (stored) => valuesOf(stored, current) },
    save(values, { id, opened }) {
      const body = bodyOf(values);
      return opened === null
        ? write('meal-policy.create', { body: { id, ...body } }, 0)
        : write('meal-policy.update', { params: { id: opened.id }, body }, opened.version);
    },
    onClose,
  });
  return (
    <EntitySheet
      form={form}
      title={policy === null ? 'New version of the meal policy' : 'Edit version of the meal policy'}
      deletion={
        policy === null
          ? undefined
          : {
              name: `the version from ${displayDay(policy.starts_on)}`,
              run: ({ id, version }) => write('meal-policy.delete', { params: { id } }, version),
            }
      }
    >
      <EntityField
        form={form}
        name="starts_on"
        description="Must be after today. Earlier days keep their findings."
        required
      >
        <Input type="date" {...form.inputs.register('starts_on')} />
      </EntityField>
      {LIMITS.map((limit) => (
        <EntityField key={limit} form={form} name={limit} detail="minutes" required>
          <Input
            autoComplete="off"
            inputMode="numeric"
            className="tabular-nums"
            {...form.inputs.register(limit)}
          />
        </EntityField>
      ))}
      <p className="text-muted-foreground text-xs leading-4">
        The first and second meals are due after this many minutes of work. Findings are for record keeping
        only, not legal advice. Check the limits with your attorney.
      </p>
    </EntitySheet>
  );
}

function valuesOf(policy: MealPolicyRow | null, current: MealPolicy): Values {
  const limits = policy ?? current;
  return {
    starts_on: policy?.starts_on ?? '',
    ...(Object.fromEntries(LIMITS.map((limit) => [limit, String(limits[limit])])) as Record<Limit, string>),
  };
}

function bodyOf(values: Values) {
  const limits = Object.fromEntries(
    LIMITS.map((limit) => [limit, values[limit].trim() === '' ? Number.NaN : Number(values[limit])]),
  ) as Record<Limit, number>;
  return { starts_on: values.starts_on, ...limits };
}

function problemsOf(values: Values, facts: { today: string; taken: readonly string[] }): Problems {
  const body = bodyOf(values);
  const problems = shapeProblems(meal_policy.Changes.required(), body);
  for (const limit of LIMITS) if (Number.isNaN(body[limit])) problems[limit] = 'Enter whole minutes.';
  return { ...policyProblems({ ...MEAL_POLICY, ...body }, facts), ...problems };
}
