import { hoursText } from '#domain/time/duration.ts';

/** A month with its minutes. */
export interface MonthOfBars {
  /** `YYYY-MM` */
  month: string;
  authorized_minutes: number;
  delivered_minutes: number;
}

function monthName(month: string, style: 'short' | 'long'): string {
  return new Date(`${month}-15T12:00:00Z`).toLocaleDateString('en-US', {
    month: style,
    ...(style === 'long' && { year: 'numeric' }),
    timeZone: 'UTC',
  });
}

/** Whole hours: the bars have no room for more. */
function hours(minutes: number): string {
  return Math.round(minutes / 60).toLocaleString('en-US');
}

/** Delivered and authorized hours by month: a chart, and a table for screen readers. */
export function MonthBars({ months, thisMonth }: { months: readonly MonthOfBars[]; thisMonth: string }) {
  const most = Math.max(
    1,
    ...months.flatMap(({ authorized_minutes, delivered_minutes }) => [authorized_minutes, delivered_minutes]),
  );
  const height = (minutes: number) => `${Math.round((minutes / most) * 100)}%`;
  const sum = (of: (month: MonthOfBars) => number) => months.reduce((all, month) => all + of(month), 0);
  return (
    <figure className="grid gap-4 rounded-lg border border-border bg-card p-4">
      <figcaption className="flex flex-wrap items-baseline gap-x-6 gap-y-1 text-muted-foreground text-sm">
        <span className="font-semibold text-base text-foreground">Hours by month</span>
        <Legend swatch="bg-primary" name="Delivered" words={hoursText(sum((one) => one.delivered_minutes))} />
        <Legend
          swatch="border border-input bg-primary-soft"
          name="Authorized"
          words={hoursText(sum((one) => one.authorized_minutes))}
        />
      </figcaption>
      <div aria-hidden="true" className="flex gap-1 sm:gap-2">
        {months.map(({ month, authorized_minutes, delivered_minutes }) => (
          <div key={month} className="grid min-w-0 flex-1 gap-1.5 text-center">
            <div className="relative h-32 border-input border-b">
              <div
                className="absolute inset-x-0.5 bottom-0 rounded-t-sm border border-input border-b-0 bg-primary-soft sm:inset-x-1 [print-color-adjust:exact]"
                style={{ height: height(authorized_minutes) }}
                hidden={authorized_minutes === 0}
              />
              <div
                className="absolute inset-x-1.5 bottom-0 rounded-t-sm bg-primary sm:inset-x-2.5 forced-colors:border [print-color-adjust:exact]"
                style={{ height: height(delivered_minutes) }}
                hidden={delivered_minutes === 0}
              />
            </div>
            <div
              className={`text-xs ${month === thisMonth ? 'font-semibold text-primary' : 'text-muted-foreground'}`}
            >
              {monthName(month, 'short')}
            </div>
            <div className="text-xs tabular-nums">
              {authorized_minutes === 0 && delivered_minutes === 0 ? (
                <span className="text-muted-foreground">–</span>
              ) : (
                <>
                  <span className="font-medium">{hours(delivered_minutes)}</span>
                  <span className="text-muted-foreground"> / {hours(authorized_minutes)}</span>
                </>
              )}
            </div>
          </div>
        ))}
      </div>
      <table className="sr-only">
        <caption>Delivered and authorized time by month</caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col">Delivered</th>
            <th scope="col">Authorized</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, authorized_minutes, delivered_minutes }) => (
            <tr key={month}>
              <th scope="row">{monthName(month, 'long')}</th>
              <td>{hoursText(delivered_minutes)}</td>
              <td>{hoursText(authorized_minutes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

function Legend({ swatch, name, words }: { swatch: string; name: string; words: string }) {
  return (
    <span className="flex items-baseline gap-2">
      <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-sm ${swatch}`} />
      {name}
      <span className="font-semibold text-foreground tabular-nums">{words}</span>
    </span>
  );
}
