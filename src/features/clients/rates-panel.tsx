import { Plus } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import type { ClientFile } from '#contract/clients.ts';
import type { Rate, RatesOfYear } from '#contract/rates.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { fiscalYearText } from '#domain/money/rates.ts';
import { counted } from '#domain/text/counted.ts';
import { fiscalYearOf } from '#domain/time/fiscal-year.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { useServerCommand } from '#screens/device/server-write.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';
import { useRecordEdit } from '#screens/list/record-edit.tsx';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import { RefreshButton, ServerData } from '#ui/server-data.tsx';
import { NextYearDialog } from './next-year-dialog.tsx';
import { type RateChoices, RateForm } from './rate-form.tsx';
import { useSubjectNames } from './rate-names.ts';
import { AllRatesTable, InUseTable } from './rate-tables.tsx';

/** Whose rates are shown: of a client, of a region, or with neither the defaults of services. */
export interface RateScope {
  client: ClientFile | null;
  region: string | null;
  /** As in "12 rates of this client and its students". */
  whose: string;
  /** Names what is kept of the answer on this device. */
  kept: string;
  /** What next year's drafts are made from. */
  isOwn: (rate: Rate) => boolean;
  /** Shown where no service has a rate to look up. */
  empty: string;
  ask: (api: ApiClient, years: { start_year: string; end_year: string }) => Promise<RatesOfYear>;
}

interface Answer extends RatesOfYear {
  choices: RateChoices;
}

/** Fiscal years that can be opened beside the current one. */
const YEARS_AROUND = [-3, -2, -1, 0, 1, 2];
const LAST_YEAR = Math.max(...YEARS_AROUND);

interface RatesPanelProps {
  /** Must stay the same object while what is shown does. */
  scope: RateScope;
  /** Shown before the year. */
  toolbar?: ReactNode;
}

/** What an hour of each service costs in a fiscal year, and why. */
export function RatesPanel({ scope, toolbar }: RatesPanelProps) {
  const { client, region, whose, isOwn } = scope;
  const now = fiscalYearOf(useToday());
  const [year, setYear] = useState(now);
  const [isMakingNext, setMakingNext] = useState(false);
  const { profile } = useSignedIn();
  const mayRecord = mayUse({ role: profile.auth, grants: profile.grants }, 'rate.record');
  const edit = useRecordEdit<Rate>();
  const command = useServerCommand();
  const answer = useKeptAnswer<Answer>(
    scope.kept,
    JSON.stringify({ id: client?.id ?? region, year }),
    useCallback((api: ApiClient) => readRates(api, scope, year), [scope, year]),
  );
  const names = useSubjectNames(client, answer.result?.choices);
  const ownActive = (rates: readonly Rate[]) => rates.filter((rate) => !rate.is_draft && isOwn(rate));
  const activate = async (rate: Rate) => {
    const body = { amount_cents: rate.amount_cents, is_draft: false };
    try {
      await command('rate.update', { params: { id: rate.id }, body }, rate.version);
    } finally {
      await answer.reload();
    }
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        {toolbar}
        <Select
          aria-label={fieldLabel('rate', 'start_year')}
          className="w-52"
          value={year}
          onChange={({ target }) => setYear(Number(target.value))}
        >
          {YEARS_AROUND.map((offset) => (
            <option key={offset} value={now + offset}>
              {fiscalYearText(now + offset)}
              {offset === 0 ? ' (current)' : ''}
            </option>
          ))}
        </Select>
        {mayRecord && answer.result !== undefined && (
          <>
            <Button onClick={edit.openNew}>
              <Plus aria-hidden="true" />
              Add rate
            </Button>
            {year < now + LAST_YEAR && ownActive(answer.result.rates).length > 0 && (
              <Button variant="outline" onClick={() => setMakingNext(true)}>
                Create next year's rates
              </Button>
            )}
          </>
        )}
        <RefreshButton state={answer} />
      </div>
      <ServerData name="rates" state={answer}>
        {({ rates, in_use, choices }) => (
          <>
            <InUseTable
              rows={in_use.map((one) => ({
                ...one,
                amount_cents: rates.find(({ id }) => id === one.rate)?.amount_cents ?? null,
              }))}
              draftWords={draftWords(rates.filter(({ is_draft }) => is_draft).length, mayRecord)}
              names={names}
              empty={scope.empty}
              onOpen={
                mayRecord
                  ? ({ rate: id }) => {
                      const rate = rates.find((one) => one.id === id);
                      if (rate !== undefined) edit.open(rate);
                    }
                  : undefined
              }
            />
            <AllRatesTable
              rates={rates}
              names={names}
              onOpen={mayRecord ? edit.open : undefined}
              onActivate={mayRecord ? activate : undefined}
            />
            {edit.form((rate, { onClose, onAddAnother }) => (
              <RateForm
                rate={rate}
                subject={rate === null ? '' : names.subject(rate)}
                client={client?.id ?? null}
                region={region}
                start_year={year}
                choices={choices}
                // Also after a refused save: someone else may have changed the rate.
                onClose={() => {
                  onClose();
                  void answer.reload();
                }}
                onAddAnother={() => {
                  onAddAnother();
                  void answer.reload();
                }}
              />
            ))}
            {isMakingNext && (
              <NextYearDialog
                client={client?.id ?? null}
                region={region}
                whose={whose}
                start_year={year}
                count={ownActive(rates).length}
                onClose={() => setMakingNext(false)}
                onMade={() => {
                  setMakingNext(false);
                  setYear(year + 1);
                }}
              />
            )}
          </>
        )}
      </ServerData>
    </div>
  );
}

function draftWords(drafts: number, mayRecord: boolean): string {
  if (drafts === 0) return '';
  const [verb, them] = drafts === 1 ? ["doesn't", 'it'] : ["don't", 'them'];
  return `${counted(drafts, 'draft')} ${verb} apply yet.${mayRecord ? ` Activate ${them} under All rates.` : ''}`;
}

async function readRates(api: ApiClient, { client, ask }: RateScope, year: number): Promise<Answer> {
  const [rates, choices] = await Promise.all([
    ask(api, { start_year: String(year), end_year: String(year + 1) }),
    api.call('rate.list-choices', { query: client === null ? {} : { client: client.id } }),
  ]);
  return { ...rates, choices };
}
