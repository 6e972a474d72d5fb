import type { GradeLine, RenewalBody, RenewalLine, RenewalPlan } from '#contract/year-renewals.ts';
import { counted } from '#domain/text/counted.ts';

/** What was typed for a line in place of last year's. */
export interface LineChange {
  /** Empty if no one is assigned. */
  provider: string;
  /** As typed; empty for no limit. */
  minutes: string;
}

/** What a person has chosen for a renewal. */
export interface RenewalChoice {
  /** Lines and grades that were taken out or in, against what the preview suggests. */
  toggled: ReadonlySet<string>;
  changes: ReadonlyMap<string, LineChange>;
}

export const NO_CHOICE: RenewalChoice = { toggled: new Set(), changes: new Map() };

/** Whether a service will be renewed. */
export function isRenewed({ id, reason, is_refused }: RenewalLine, { toggled }: RenewalChoice): boolean {
  return !is_refused && (reason === '') !== toggled.has(id);
}

/** Whether a grade will move up. */
export function movesUp({ student, next_grade }: GradeLine, { toggled }: RenewalChoice): boolean {
  return next_grade !== null && !toggled.has(student);
}

/** What a line would assign. */
export function valuesOf(line: RenewalLine, { changes }: RenewalChoice): LineChange {
  return (
    changes.get(line.id) ?? {
      provider: line.next_provider ?? '',
      minutes: line.authorised_minutes === null ? '' : String(line.authorised_minutes),
    }
  );
}

const MOST_MINUTES = 60_000;

/** What is wrong with the minutes; empty if nothing is. */
export function minutesProblem(minutes: string): string {
  const typed = minutes.trim();
  if (typed === '' || (/^\d+$/.test(typed) && Number(typed) >= 1 && Number(typed) <= MOST_MINUTES)) return '';
  return `Enter whole minutes from 1 to ${MOST_MINUTES.toLocaleString('en-US')}, or leave it blank for no limit.`;
}

/** What is sent. */
export function renewalBody(
  id: string,
  { start_date, end_date, lines, grades }: RenewalPlan,
  choice: RenewalChoice,
): RenewalBody {
  return {
    ...{ id, start_date, end_date },
    lines: lines
      .filter((line) => isRenewed(line, choice))
      .map((line) => {
        const { provider, minutes } = valuesOf(line, choice);
        const typed = minutes.trim();
        return {
          ...{ id: line.id, version: line.version, provider: provider === '' ? null : provider },
          authorised_minutes: typed === '' ? null : Number(typed),
        };
      }),
    grades: grades.filter((line) => movesUp(line, choice)).map(({ student }) => student),
  };
}

/** "Renews 24 services, 2 of them with another provider. Moves 18 grades up." */
export function renewalWords({ lines, grades }: RenewalPlan, choice: RenewalChoice): string {
  const renewed = lines.filter((line) => isRenewed(line, choice));
  const others = renewed.filter((line) => valuesOf(line, choice).provider !== (line.provider ?? '')).length;
  const nobody = renewed.filter((line) => valuesOf(line, choice).provider === '').length;
  const moving = grades.filter((line) => movesUp(line, choice)).length;
  const parts = [
    `Renews ${counted(renewed.length, 'service')}`,
    ...(others === 0 ? [] : [`${others.toLocaleString('en-US')} with another provider`]),
    ...(nobody === 0 ? [] : [`${nobody.toLocaleString('en-US')} without a provider`]),
  ];
  return `${parts.join(', ')}. Moves ${counted(moving, 'grade')} up.`;
}
