import type { TransferPreview } from '#contract/student-transfers.ts';
import { counted } from '#domain/text/counted.ts';
import { isolated } from '#domain/text/isolated.ts';
import { dayPlus, displayDay } from '#domain/time/pacific.ts';
import { CheckRow } from '#ui/check-row.tsx';

interface TransferEffectsProps {
  preview: TransferPreview;
  /** Services that end with the former client. */
  ended: ReadonlySet<string>;
  onToggle: (service: string) => void;
}

/** What a transfer ends, what goes on, and which sessions are billed to whom. */
export function TransferEffects({ preview, ended, onToggle }: TransferEffectsProps) {
  const { from, to, start_date, services, stay_billed, rebilled } = preview;
  const last = displayDay(dayPlus(start_date, -1));
  return (
    <div className="grid gap-4 text-sm">
      {services.length === 0 ? (
        <p>No services are assigned on or after this day.</p>
      ) : (
        <fieldset className="grid gap-2">
          <legend className="mb-1 font-medium">Services that continue with {to.name}</legend>
          <ul className="grid max-h-72 gap-1 overflow-y-auto rounded-md border border-border p-2">
            {services.map(({ id, service_name, provider_name, planned, rate }) => (
              <li key={id}>
                <CheckRow checked={!ended.has(id)} onChange={() => onToggle(id)}>
                  <span className="grid min-w-0">
                    <span>
                      {service_name}, {isolated(provider_name || 'not assigned')}
                    </span>
                    <span className="text-muted-foreground text-xs">
                      {ended.has(id)
                        ? `Ends on ${last}; ${counted(planned, 'planned session')} removed`
                        : `${counted(planned, 'planned session')} kept. ${rate ?? ''}`}
                    </span>
                  </span>
                </CheckRow>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      <ul aria-label="Billing" className="grid list-disc gap-1 pl-5">
        <li>
          Sessions until {last} are still billed to {from?.name ?? 'no client'}
          {stay_billed > 0 && `: ${counted(stay_billed, 'recorded session')} in that month`}.
        </li>
        <li>
          Sessions from {displayDay(start_date)} on are billed to {to.name} at the rates that apply there.
          {rebilled > 0 &&
            ` ${counted(rebilled, 'recorded session')} ${rebilled === 1 ? 'moves' : 'move'} there; anything already invoiced is corrected on the next invoice.`}
        </li>
      </ul>
    </div>
  );
}
