import { servicesByName } from '#db/catalog.ts';
import { type LocalLunchBreak, lunchBreaksBetween } from '#db/lunch-breaks.ts';
import { endAfterChange } from '#domain/lunch/lunch-rules.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import { useSessions } from '#screens/device/held-sessions.ts';
import { useLocal } from '#screens/device/signed-in.ts';
import { isMissing, uncheckedWarning, WARNING_LINK, WarningList } from '#ui/warning-list.tsx';
import { lunchWarnings } from './lunch-warnings.ts';
import type { LunchFields } from './record-lunch.ts';

interface LunchWarningsProps {
  provider: string;
  /** The Pacific day in the form; empty if not entered. */
  day: string;
  fields: LunchFields;
  /** The lunch break being edited; absent for a new one. */
  lunch: LocalLunchBreak | null;
  /** Opens another lunch break instead. */
  onOpen: (id: string) => void;
}

/** Warnings above Save. */
export function LunchWarnings({ provider, day, fields, lunch, onOpen }: LunchWarningsProps) {
  const lunches = useLocal(
    async (db) => (day === '' ? [] : lunchBreaksBetween(db, provider, dayPlus(day, -1), dayPlus(day, 1))),
    [provider, day],
  );
  const sessions = useSessions({ from: day, to: day, provider });
  const services = useLocal(servicesByName, []);
  if (lunches === undefined || services === undefined) return null;
  const around = { lunches, sessions: sessions.result ?? [], services };
  const unchecked = isMissing(sessions)
    ? [uncheckedWarning([{ words: 'your sessions', asked: sessions }])]
    : [];
  const entry = {
    ...{ id: lunch?.id ?? '', source: lunch?.source ?? ('manual' as const), ...fields },
    lunch_end_time: lunch === null ? null : endAfterChange(lunch, fields),
  };
  return (
    <WarningList
      warnings={[
        ...lunchWarnings(entry, lunch, around).map(({ about, words, isLunch }) => ({
          ...{ id: about, words },
          link: isLunch && (
            <button type="button" className={WARNING_LINK} onClick={() => onOpen(about)}>
              View
            </button>
          ),
        })),
        ...unchecked,
      ]}
    />
  );
}
