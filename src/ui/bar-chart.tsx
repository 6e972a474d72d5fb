import { AxisBottom, AxisLeft } from '@visx/axis';
import { useParentSize } from '@visx/responsive';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';

/** A place on the axis below, such as a month. */
interface BarPoint {
  id: string;
  /** "Nov", below the bars. */
  short: string;
  /** "November 2026", in the table. */
  long: string;
}

interface BarSeries {
  name: string;
  /**
   * `stacked` ones stand on each other; an `outlined` one stands behind them, as what they are compared with.
   */
  kind: 'stacked' | 'outlined';
  /** Fill of the bars and of the legend, as a class. */
  look: 'strong' | 'soft';
  /** One for each point; null where there is nothing to say. */
  values: readonly (number | null)[];
  /** What all of them come to, in words. */
  sum: string;
}

interface BarChartProps {
  title: string;
  /** What the rows of the table are: "Month". */
  pointHead: string;
  points: readonly BarPoint[];
  series: readonly BarSeries[];
  /** A value in words: "12:30", "8%". */
  wordsOf: (value: number) => string;
  /** Values at which the axis on the left has a mark; a few, from 0. */
  ticksOf: (most: number) => number[];
  /** A mark of that axis in at most six characters: "4,000". */
  tickWords: (value: number) => string;
}

const HEIGHT = 176;
const MARGIN = { top: 8, right: 4, bottom: 24, left: 48 };

const FILLS = {
  strong: 'fill-primary forced-colors:fill-[CanvasText]',
  soft: 'fill-primary-soft stroke-input forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]',
} as const;
const SWATCHES = { strong: 'bg-primary', soft: 'border border-input bg-primary-soft' } as const;

/** Values by month or the like: a picture, and a table for screen readers. */
export function BarChart({ title, pointHead, wordsOf, ...picture }: BarChartProps) {
  const { points, series } = picture;
  return (
    <figure className="grid min-w-0 gap-3 rounded-lg border border-border bg-card p-4">
      <figcaption className="flex flex-wrap items-baseline gap-x-6 gap-y-1 text-muted-foreground text-sm">
        <span className="font-semibold text-base text-foreground">{title}</span>
        {series.map(({ name, look, sum }) => (
          <span key={name} className="flex items-baseline gap-2">
            <span
              aria-hidden="true"
              className={`size-2.5 shrink-0 rounded-sm [print-color-adjust:exact] ${SWATCHES[look]}`}
            />
            {name}
            <span className="font-semibold text-foreground tabular-nums">{sum}</span>
          </span>
        ))}
      </figcaption>
      <Picture {...picture} />
      <table className="sr-only">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{pointHead}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map(({ id, long }, at) => (
            <tr key={id}>
              <th scope="row">{long}</th>
              {series.map(({ name, values }) => {
                const value = values[at] ?? null;
                return <td key={name}>{value === null ? 'None' : wordsOf(value)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

/** The sum of stacked values below each point, and the outlined one: whichever is higher. */
function heightOf(series: readonly BarSeries[], at: number): number {
  const valuesOf = (kind: BarSeries['kind']) =>
    series.filter((one) => one.kind === kind).map(({ values }) => values[at] ?? 0);
  const stacked = valuesOf('stacked').reduce((sum, value) => sum + value, 0);
  return Math.max(stacked, ...valuesOf('outlined'));
}

function Picture({
  points,
  series,
  ticksOf,
  tickWords,
}: Omit<BarChartProps, 'title' | 'pointHead' | 'wordsOf'>) {
  const { parentRef, width } = useParentSize({
    debounceTime: 50,
    ignoreDimensions: ['height', 'top', 'left'],
  });
  const most = Math.max(1, ...points.map((_, at) => heightOf(series, at)));
  const ticks = ticksOf(most);
  const x = scaleBand({
    domain: points.map(({ id }) => id),
    range: [MARGIN.left, Math.max(MARGIN.left, width - MARGIN.right)],
    padding: 0.25,
  });
  const y = scaleLinear({
    domain: [0, Math.max(most, ...ticks)],
    range: [HEIGHT - MARGIN.bottom, MARGIN.top],
  });
  const shortOf = new Map(points.map(({ id, short }) => [id, short]));
  return (
    <div ref={parentRef} aria-hidden="true" style={{ height: HEIGHT }} className="min-w-0">
      {width > 0 && (
        <svg
          aria-hidden="true"
          width={width}
          height={HEIGHT}
          // Paper may be narrower than the window: the picture shrinks to it.
          viewBox={`0 0 ${width} ${HEIGHT}`}
          className="max-w-full overflow-visible [print-color-adjust:exact]"
        >
          {ticks.map((tick) => (
            <line
              key={tick}
              x1={MARGIN.left}
              x2={width - MARGIN.right}
              y1={y(tick)}
              y2={y(tick)}
              className="stroke-border"
            />
          ))}
          {points.map(({ id }, at) => (
            <Bars key={id} series={series} at={at} x={x(id) ?? 0} width={x.bandwidth()} y={y} />
          ))}
          <AxisLeft
            scale={y}
            left={MARGIN.left}
            tickValues={ticks}
            tickFormat={(value) => tickWords(Number(value))}
            hideAxisLine
            hideTicks
            tickLabelProps={{
              className: 'fill-muted-foreground text-xs tabular-nums',
              fontFamily: 'inherit',
              dx: -4,
              dy: 4,
              textAnchor: 'end',
            }}
          />
          <AxisBottom
            scale={x}
            top={HEIGHT - MARGIN.bottom}
            tickFormat={(id) => shortOf.get(String(id)) ?? ''}
            hideTicks
            axisLineClassName="stroke-input"
            tickLabelProps={{
              className: 'fill-muted-foreground text-xs',
              fontFamily: 'inherit',
              textAnchor: 'middle',
            }}
          />
        </svg>
      )}
    </div>
  );
}

interface BarsProps {
  series: readonly BarSeries[];
  at: number;
  x: number;
  width: number;
  y: (value: number) => number;
}

/** The bars of one point: the outlined one behind, the stacked ones on each other. */
function Bars({ series, at, x, width, y }: BarsProps) {
  let below = 0;
  const ordered = [
    ...series.filter(({ kind }) => kind === 'outlined'),
    ...series.filter(({ kind }) => kind === 'stacked'),
  ];
  const hasOutline = ordered.some(({ kind }) => kind === 'outlined');
  return ordered.map(({ name, kind, look, values }) => {
    const value = values[at] ?? 0;
    const from = kind === 'stacked' ? below : 0;
    if (kind === 'stacked') below += value;
    if (value === 0) return null;
    // The bar in front is narrower, so that what it is compared with shows on both sides.
    const inset = kind === 'stacked' && hasOutline ? width / 6 : 0;
    return (
      <Bar
        key={name}
        className={FILLS[look]}
        x={x + inset}
        width={width - 2 * inset}
        y={y(from + value)}
        height={y(from) - y(from + value)}
      />
    );
  });
}
