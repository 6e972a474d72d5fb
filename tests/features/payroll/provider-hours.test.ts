import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { payByProvider } from '#features/payroll/pay-by-provider.tsx';
import { providerHours } from '#features/payroll/provider-hours.tsx';

const line = (
  day: string,
  kind: string,
  minutes: number,
  because: string | null,
  session: string | null = null,
) => ({
  ...{ key: `${kind} ${day} ${minutes}`, kind, day, minutes, session, amount_cents: 0 },
  ...{ service: session === null ? null : 'slp', because, why: ['The hours are approved.'] },
});

const LINES = {
  'payroll.list-approved': [
    line('2026-03-11', 'session', 30, 'The change from 0:30 to 0:45 was denied.', 'b'),
    line('2026-03-11', 'meal-premium', 60, 'No meal break.'),
  ],
  'payroll.list-unapproved': [
    line('2026-03-10', 'session', 45, null, 'a'),
    line('2026-03-11', 'clock', 20, '1 h 35 min on the clock, 1 h 15 min in sessions.'),
  ],
};

test('paid time is explained by day and line, approved or not, without premiums, with reasons where there are some', async () => {
  const provider = randomUUID();
  const row = { provider, provider_name: 'Maya Rivera', paid_minutes: 120, pay_minutes: 95 };
  const asked: unknown[] = [];
  const api = {
    async call(name: keyof typeof LINES, { query }: { query: object }) {
      asked.push(query);
      return {
        lines: LINES[name],
        names: { providers: [], services: [{ id: 'slp', name: 'Speech Therapy' }], clients: [] },
        next: null,
      };
    },
  };
  const days = { from: '2026-03-01', to: '2026-03-15' };
  const why = providerHours.why?.({ ...row, ...days } as never, 'pay_minutes')?.();
  expect(why?.title).toBe('Paid, Maya Rivera');
  expect(why?.rule).toContain('The timesheet has 2 h,');
  const parts = typeof why?.parts === 'function' ? await why.parts(api as never, {} as never, 0) : [];
  expect(parts.map(({ label, figure }) => [label, figure])).toEqual([
    ['03/10/2026', '0:45'],
    ['03/11/2026', '0:50'],
  ]);
  expect(parts[0]?.parts).toMatchObject([{ label: 'Speech Therapy' }]);
  expect(parts[1]?.parts).toEqual([
    {
      ...{
        id: 'session 2026-03-11 30',
        label: 'Speech Therapy: The change from 0:30 to 0:45 was denied.',
        figure: '0:30',
      },
      to: { kind: 'session', id: 'b' },
    },
    {
      ...{ id: 'clock 2026-03-11 20', figure: '0:20' },
      label: 'Other time on the clock: 1 h 35 min on the clock, 1 h 15 min in sessions.',
    },
  ]);
  expect(asked).toEqual([
    expect.objectContaining({ provider, start_date: days.from, end_date: days.to }),
    expect.objectContaining({ provider, start_date: days.from, end_date: days.to }),
  ]);
});

test("a provider's pay is explained by day and line, with premiums, and the reasons of minutes", async () => {
  const lines = [
    { ...line('2026-03-10', 'session', 45, null, 'a'), amount_cents: 4_500 },
    { ...line('2026-03-10', 'session', 30, null, 'b'), amount_cents: null },
    { ...line('2026-03-11', 'meal-premium', 60, 'No meal break.'), amount_cents: 6_000 },
  ];
  const api = {
    call: async () => ({
      lines,
      names: { providers: [], services: [{ id: 'slp', name: 'Speech Therapy' }], clients: [] },
      next: null,
    }),
  };
  const approved = {
    ...{ lines: 3, minutes: 75, amount_cents: 10_500, premium_cents: 6_000 },
    extra_cents: 0,
  };
  const row = { approved, provider: randomUUID(), provider_name: 'Maya Rivera' };
  const why = payByProvider.why?.({ ...row, from: '2026-03-01', to: '2026-03-15' } as never, 'approved')?.();
  const parts = typeof why?.parts === 'function' ? await why.parts(api as never, {} as never, 0) : [];
  const shown = parts
    .flatMap((day) => [day, ...(day.parts ?? [])])
    .map(({ label, figure }) => [label, figure]);
  expect(shown).toEqual([
    ['03/10/2026', '$45.00'],
    ['Speech Therapy', '$45.00'],
    ['Speech Therapy', 'No rate'],
    ['03/11/2026', '$60.00'],
    ['Meal premium: No meal break.', '$60.00'],
  ]);
});

test('time that is not paid has no reason to show', () => {
  expect(providerHours.why?.({ pay_minutes: 0 } as never, 'pay_minutes')).toBeNull();
  expect(providerHours.why?.({ pay_minutes: 30 } as never, 'paid_minutes')).toBeNull();
});
