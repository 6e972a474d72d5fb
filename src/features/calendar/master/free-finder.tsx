import type { Provider } from '#contract/catalogue.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { displayTime, timePlusMinutes } from '#domain/time/pacific.ts';
import { Button } from '#ui/button.tsx';
import { Input } from '#ui/input.tsx';

interface FreeFinderProps {
  from: string | undefined;
  to: string | undefined;
  onTimes: (times: { free_from?: string | undefined; free_to?: string | undefined }) => void;
  /** Undefined while no times are chosen. */
  free: readonly Provider[] | null;
  /** How many providers are checked. */
  count: number;
  /** Creates an event for one of them; without it they are only listed. */
  onPlan: ((provider: string) => void) | undefined;
}

/** Lists who has nothing planned between two times of the shown day. */
export function FreeFinder({ from, to, onTimes, free, count, onPlan }: FreeFinderProps) {
  return (
    <section aria-label="Find availability" className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <h3 className="font-medium whitespace-nowrap">Find availability</h3>
      <span className="flex items-center gap-2">
        <Input
          type="time"
          aria-label="Free from"
          className="w-32"
          value={from ?? ''}
          onChange={({ target }) =>
            onTimes(
              target.value === ''
                ? { free_from: undefined, free_to: undefined }
                : {
                    free_from: target.value,
                    free_to: to === undefined || to <= target.value ? timePlusMinutes(target.value, 30) : to,
                  },
            )
          }
        />
        <span aria-hidden="true">–</span>
        <Input
          type="time"
          aria-label="Free until"
          className="w-32"
          value={to ?? ''}
          onChange={({ target }) => onTimes({ free_to: target.value === '' ? undefined : target.value })}
        />
      </span>
      {free !== null && from !== undefined && to !== undefined && (
        <>
          <p role="status" className="text-muted-foreground">
            {to <= from
              ? 'The end must be after the start.'
              : `${free.length} of ${count} have nothing from ${displayTime(from)} to ${displayTime(to)}.`}
          </p>
          {to > from && (
            <ul className="flex max-h-28 w-full flex-wrap gap-1.5 overflow-y-auto">
              {free.map((provider) => (
                <li key={provider.id}>
                  {onPlan === undefined ? (
                    <span className="inline-flex h-7 items-center rounded-full bg-muted px-3 text-xs">
                      {providerName(provider)}
                    </span>
                  ) : (
                    <Button
                      size="sm"
                      variant="outline"
                      aria-label={`New event for ${providerName(provider)}`}
                      onClick={() => onPlan(provider.id)}
                    >
                      {providerName(provider)}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  );
}
