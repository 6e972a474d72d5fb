import type { CaseloadMove, HandoverPreview } from '#contract/caseload-moves.ts';
import { counted } from '#domain/text/counted.ts';
import { isolated } from '#domain/text/isolated.ts';
import { displayDay } from '#domain/time/pacific.ts';

/** "from 12/01/2026 to 01/15/2027", "on 12/01/2026", "from 12/01/2026 on" */
export function daysWords({ start_date, end_date }: { start_date: string; end_date: string | null }): string {
  if (end_date === start_date) return `on ${displayDay(start_date)}`;
  const from = `from ${displayDay(start_date)}`;
  return end_date === null ? `${from} on` : `${from} to ${displayDay(end_date)}`;
}

/** Planned sessions that move with the chosen services, as the server would move them. */
function movingEvents(
  { services, events }: HandoverPreview,
  chosen: ReadonlySet<string>,
): { single: number; series: number } {
  const moving = services.filter(({ id }) => chosen.has(id));
  const pairs = new Set(moving.map(({ student, service }) => `${student} ${service}`));
  const stays = new Set(services.filter(({ id }) => !chosen.has(id)).map(({ service }) => service));
  const whole = new Set(moving.map(({ service }) => service).filter((service) => !stays.has(service)));
  const shown = events.filter(({ student, service }) =>
    student === null ? whole.has(service) : pairs.has(`${student} ${service}`),
  );
  return {
    single: shown.reduce((sum, { single }) => sum + single, 0),
    series: shown.reduce((sum, { series }) => sum + series, 0),
  };
}

/** "12 services of 10 students, 31 planned sessions, 2 series", "1 service of 1 student, no planned sessions" */
export function movesWords(preview: HandoverPreview, chosen: ReadonlySet<string>): string {
  const moving = preview.services.filter(({ id }) => chosen.has(id));
  const students = new Set(moving.map(({ student }) => student)).size;
  const { single, series } = movingEvents(preview, chosen);
  return [
    `${counted(moving.length, 'service')} of ${counted(students, 'student')}`,
    ...(single === 0 ? [] : [counted(single, 'planned session')]),
    ...(series === 0 ? [] : [counted(series, 'series', 'series')]),
    ...(single + series === 0 ? ['no planned sessions'] : []),
  ].join(', ');
}

/** "6 assigned services, 5 calendar events", "1 assigned service" */
export function movedWords({ services, events }: Pick<CaseloadMove, 'services' | 'events'>): string {
  const moved = counted(services, 'assigned service');
  return events === 0 ? moved : `${moved}, ${counted(events, 'calendar event')}`;
}

/** What a move that was made was about. */
export function moveWords({ subject_name, target_name, ...move }: CaseloadMove): string {
  return `${isolated(subject_name)} to ${isolated(target_name)} ${daysWords(move)}`;
}
