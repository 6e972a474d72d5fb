import { Clock, X } from 'lucide-react';
import type { Provider } from '#contract/catalog.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { displaySpan, timePlusMinutes } from '#domain/time/pacific.ts';
import { TimeInput } from '#screens/form/time-input.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#ui/popover.tsx';
import { ScrollRegion } from '#ui/scroll-region.tsx';

interface FreeTimesProps {
  from: string | undefined;
  to: string | undefined;
  onTimes: (times: { free_from?: string | undefined; free_to?: string | undefined }) => void;
}

/** Asks for two times of the day that is shown. */
export function FreeTimes({ from, to, onTimes }: FreeTimesProps) {
  const isChosen = from !== undefined && to !== undefined;
  return (
    <span className="flex items-center">
      <Popover>
        <PopoverTrigger asChild>
          <Button variant="outline">
            <Clock aria-hidden="true" />
            {isChosen ? `Free ${displaySpan(from, to)}` : 'Find availability'}
          </Button>
        </PopoverTrigger>
        <PopoverContent aria-label="Find availability" align="end" className="grid w-72 grid-cols-2 gap-3">
          <Field label="Free from">
            <TimeInput
              value={from ?? ''}
              onChange={({ target }) =>
                onTimes(
                  target.value === ''
                    ? { free_from: undefined, free_to: undefined }
                    : {
                        free_from: target.value,
                        free_to:
                          to === undefined || to <= target.value ? timePlusMinutes(target.value, 30) : to,
                      },
                )
              }
            />
          </Field>
          <Field label="Free until">
            <TimeInput
              value={to ?? ''}
              onChange={({ target }) => onTimes({ free_to: target.value === '' ? undefined : target.value })}
            />
          </Field>
        </PopoverContent>
      </Popover>
      {isChosen && (
        <Button
          size="icon"
          variant="ghost"
          aria-label="Clear times"
          onClick={() => onTimes({ free_from: undefined, free_to: undefined })}
        >
          <X aria-hidden="true" />
        </Button>
      )}
    </span>
  );
}

interface FreeProvidersProps {
  from: string;
  to: string;
  available: readonly Provider[];
  /** With nothing planned, but with time off or other hours. */
  away: readonly { provider: Provider; words: string }[];
  /** How many providers are checked. */
  count: number;
  /** Creates an event for one of them; without it they are only listed. */
  onPlan: ((provider: string) => void) | undefined;
}

/** Lists who has nothing planned between two times of the shown day. */
export function FreeProviders({ from, to, available, away, count, onPlan }: FreeProvidersProps) {
  return (
    <section aria-label="Find availability" className="grid gap-2 text-sm">
      <p role="status" className="text-muted-foreground">
        {to <= from
          ? 'The end must be after the start.'
          : `${available.length} of ${count} ${count === 1 ? 'provider is' : 'providers are'} free ${displaySpan(from, to)}.`}
      </p>
      {to > from && (
        <ScrollRegion as="ul" className="flex max-h-28 w-full flex-wrap gap-1.5 overflow-y-auto">
          {available.map((provider) => (
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
        </ScrollRegion>
      )}
      {to > from && away.length > 0 && (
        <ScrollRegion as="div" className="max-h-20 overflow-y-auto text-muted-foreground">
          Nothing scheduled, but not available:{' '}
          {away.map(({ provider, words }) => `${providerName(provider)} (${words})`).join('; ')}.
        </ScrollRegion>
      )}
    </section>
  );
}
