import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { LocalTimecard } from '#db/timecards.ts';
import { mealFindings, startLunchBy } from '#domain/lunch/meal-findings.ts';
import { policyOn } from '#domain/lunch/meal-policy.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { TIMECARD_TICK_MS } from '#machines/timecard.ts';
import { useLoading } from '#screens/device/first-pull.ts';
import { useOrganization } from '#screens/device/known-organization.tsx';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { useNow, useToday } from '#screens/device/today.ts';
import { Button } from '#ui/button.tsx';
import { LoadingRecords } from '#ui/loading-records.tsx';
import { CorrectionForm } from './correction-form.tsx';
import type { LunchPunches } from './record-timecard.ts';
import { PastCard, TodayCard } from './today-card.tsx';
import { mealDayOf, useTimecardDay } from './use-timecard-day.ts';

interface TimecardSectionProps {
  provider: string;
  /** The Pacific day on the screen. */
  day: string;
  lunches: LunchPunches;
}

/** The timecard of an hourly employee: its state, the possible punches, and what is missing. */
export function TimecardSection({ provider, day: openDay, lunches }: TimecardSectionProps) {
  const { workspace } = useSignedIn();
  const now = useNow(TIMECARD_TICK_MS);
  const today = useToday();
  // A punch confirmed or stored after midnight keeps the day on which it was pressed.
  const { meal_policies } = useOrganization();
  const [isPunching, setPunching] = useState(false);
  const [day, setDay] = useState(openDay);
  if (!isPunching && day !== openDay) setDay(openDay);
  const loading = useLoading(day);
  const known = useTimecardDay(provider, day, today);
  const [correcting, setCorrecting] = useState<LocalTimecard | null>(null);
  if (loading !== null) {
    return <LoadingRecords words={loading.words} percent={loading.percent} lines={1} />;
  }
  if (known === undefined) return null;

  const card = known.cards.at(-1) ?? null;
  const isToday = isPunching || day === today;
  const mealDay = mealDayOf(provider, day, known, workspace.clock.now());
  const policy = policyOn(meal_policies, day);
  const found = mealFindings(mealDay, policy);
  const due = isToday ? startLunchBy(mealDay, known.planned, policy) : null;
  return (
    <section aria-label="Timecard" className="grid gap-3">
      {known.unended
        .filter((one) => one.work_date !== day)
        .map((one) => (
          <UnendedDay key={one.id} card={one} onEnter={() => setCorrecting(one)} />
        ))}
      {isToday ? (
        <TodayCard
          key={day}
          provider={provider}
          card={card}
          now={now}
          found={found}
          due={due}
          lunches={lunches}
          onPunching={setPunching}
          onCorrect={setCorrecting}
        />
      ) : (
        card !== null && <PastCard card={card} found={found} onCorrect={setCorrecting} />
      )}
      {correcting !== null && (
        <CorrectionForm
          key={correcting.id}
          card={correcting}
          lunches={lunches}
          onClose={() => setCorrecting(null)}
        />
      )}
    </section>
  );
}

function UnendedDay({ card, onEnter }: { card: LocalTimecard; onEnter: () => void }) {
  const date = displayDay(card.work_date).slice(0, 5);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-border bg-warning-soft px-4 py-2.5 text-sm text-warning">
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1">You didn't clock out on {date}.</p>
      <Button size="sm" variant="outline" onClick={onEnter}>
        Add clock-out time<span className="sr-only"> for {date}</span>
      </Button>
    </div>
  );
}
