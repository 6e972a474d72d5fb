import { dayWithWeekday, weekdayName } from '#domain/time/week.ts';

/** A day of the week with its sessions. */
export interface WeekDay {
  day: string;
  planned: number;
  delivered: number;
}

/** Delivered and planned sessions by day from Sunday: a chart, and a table for screen readers. */
export function WeekBars({ week, today }: { week: readonly WeekDay[]; today: string }) {
  const most = Math.max(1, ...week.flatMap(({ planned, delivered }) => [planned, delivered]));
  const isQuiet = ({ planned, delivered }: WeekDay) => planned === 0 && delivered === 0;
  // A day of the weekend without sessions is left out.
  const shown = week.filter((one, at) => (at > 0 && at < 6) || !isQuiet(one));
  const sumOf = (name: 'planned' | 'delivered') => week.reduce((sum, one) => sum + one[name], 0);
  const height = (count: number) => `${Math.round((count / most) * 100)}%`;
  return (
    <div className="grid gap-4">
      <p className="flex flex-wrap gap-x-6 gap-y-1 text-muted-foreground text-sm">
        <Legend swatch="bg-primary" name="Delivered" sum={sumOf('delivered')} />
        <Legend swatch="border border-input bg-primary-soft" name="Planned" sum={sumOf('planned')} />
      </p>
      <div aria-hidden="true" className="flex gap-2">
        {shown.map(({ day, planned, delivered }) => (
          <div key={day} className="grid min-w-0 flex-1 gap-1.5 text-center">
            <div className="relative h-32 border-input border-b">
              <div
                className="absolute inset-x-1 bottom-0 rounded-t-sm border border-input border-b-0 bg-primary-soft [print-color-adjust:exact]"
                style={{ height: height(planned) }}
                hidden={planned === 0}
              />
              <div
                className="absolute inset-x-2.5 bottom-0 rounded-t-sm bg-primary forced-colors:border [print-color-adjust:exact]"
                style={{ height: height(delivered) }}
                hidden={delivered === 0}
              />
            </div>
            <div
              className={`text-xs ${day === today ? 'font-semibold text-primary' : 'text-muted-foreground'}`}
            >
              {weekdayName(day)}
            </div>
            <div className="text-xs tabular-nums">
              {planned === 0 && delivered === 0 ? (
                <span className="text-muted-foreground">–</span>
              ) : (
                <>
                  <span className="font-medium">{delivered.toLocaleString('en-US')}</span>
                  <span className="text-muted-foreground"> / {planned.toLocaleString('en-US')}</span>
                </>
              )}
            </div>
          </div>
        ))}
      </div>
      <table className="sr-only">
        <caption>Sessions this week</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Planned</th>
            <th scope="col">Delivered</th>
          </tr>
        </thead>
        <tbody>
          {week.map(({ day, planned, delivered }) => (
            <tr key={day}>
              <th scope="row">{dayWithWeekday(day)}</th>
              <td>{planned}</td>
              <td>{delivered}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Legend({ swatch, name, sum }: { swatch: string; name: string; sum: number }) {
  return (
    <span className="flex items-baseline gap-2">
      <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-sm ${swatch}`} />
      {name}
      <span className="font-semibold text-base text-foreground tabular-nums">
        {sum.toLocaleString('en-US')}
      </span>
    </span>
  );
}
