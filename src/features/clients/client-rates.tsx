import { CircleDollarSign, Plus } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { toast } from 'sonner';
import type { ClientFile } from '#contract/clients.ts';
import type { Rate, RatesOfYear } from '#contract/rates.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { fiscalYearOf, fiscalYearText, RATE_LEVEL_LABELS } from '#domain/money/rates.ts';
import { SETTING_LABELS } from '#domain/sessions/session.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { useLookups } from '#screens/device/lookups.ts';
import { namesById } from '#screens/device/record-names.ts';
import { useServerCommand } from '#screens/device/server-write.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';
import { useRecordEdit } from '#screens/list/record-edit.tsx';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { DataTable, type DataTableColumn } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useOneAtATime } from '#ui/save-once.ts';
import { Select } from '#ui/select.tsx';
import { RefreshButton, ServerData } from '#ui/server-data.tsx';
import { NextYearDialog } from './next-year-dialog.tsx';
import { type RateChoices, RateForm } from './rate-form.tsx';

type InUse = RatesOfYear['in_use'][number] & { amount_cents: number | null };
interface Answer extends RatesOfYear {
  choices: RateChoices;
}

const label = (field: keyof Rate) => fieldLabel('rate', field);
/** Fiscal years that can be opened beside the current one. */
const YEARS_AROUND = [-3, -2, -1, 0, 1, 2];
const LAST_YEAR = Math.max(...YEARS_AROUND);

/** What an hour of each service costs this client in a fiscal year, and why. */
export function ClientRates({ client }: { client: ClientFile }) {
  const now = fiscalYearOf(useToday());
  const [year, setYear] = useState(now);
  const [isMakingNext, setMakingNext] = useState(false);
  const { profile } = useSignedIn();
  const mayRecord = mayUse({ role: profile.auth, grants: profile.grants }, 'rate.record');
  const edit = useRecordEdit<Rate>();
  const command = useServerCommand();
  const answer = useKeptAnswer<Answer>(
    'client-rates',
    JSON.stringify({ id: client.id, year }),
    useCallback((api: ApiClient) => readRates(api, client.id, year), [client.id, year]),
  );
  const names = useSubjectNames(client, answer.result?.choices);
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
        <Select
          aria-label={label('start_year')}
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
              names={names}
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
                client={client.id}
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
                client={client.id}
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

async function readRates(api: ApiClient, id: string, year: number): Promise<Answer> {
  const params = { id, start_year: String(year), end_year: String(year + 1) };
  const [rates, choices] = await Promise.all([
    api.call('rate.list-of-client', { params }),
    api.call('rate.list-choices', { query: { client: id } }),
  ]);
  return { ...rates, choices };
}

/** What next year's drafts are made from. */
function ownActive(rates: readonly Rate[]): Rate[] {
  return rates.filter(({ level, is_draft }) => !is_draft && (level === 'client' || level === 'student'));
}

interface SubjectNames {
  service: (id: string) => string;
  /** "Maya Reyes", "Every client" */
  appliesTo: (rate: Rate) => string;
  /** "Speech-Language Therapy, group, Redbark Valley" */
  subject: (rate: Rate) => string;
}

function useSubjectNames(client: ClientFile, choices: RateChoices | undefined): SubjectNames {
  const lookups = useLookups();
  return useMemo(() => {
    const services = namesById([...(choices?.services ?? []), ...(lookups?.services ?? [])]);
    const regions = namesById([...(choices?.regions ?? []), ...client.region_list]);
    const students = new Map(
      (choices?.students ?? []).map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`]),
    );
    const service = (id: string) => services.get(id) ?? 'Unknown service';
    const who = (rate: Rate) => {
      if (rate.level === 'student') return students.get(rate.student ?? '') ?? 'A former student';
      if (rate.level === 'region') return regions.get(rate.region ?? '') ?? RATE_LEVEL_LABELS.region;
      return rate.level === 'client' ? client.name : RATE_LEVEL_LABELS.service;
    };
    return {
      service,
      appliesTo: who,
      subject: (rate) =>
        [
          service(rate.service),
          ...(rate.setting === null ? [] : [SETTING_LABELS[rate.setting].toLowerCase()]),
          rate.level === 'service' ? who(rate).toLowerCase() : who(rate),
        ].join(', '),
    };
  }, [client, choices, lookups]);
}

interface InUseTableProps {
  rows: readonly InUse[];
  names: SubjectNames;
  onOpen: ((row: InUse) => void) | undefined;
}

/** One row for each service and setting: the rate that applies, and in words why. */
function InUseTable({ rows, names, onOpen }: InUseTableProps) {
  const columns = useMemo<DataTableColumn<InUse>[]>(
    () => [
      {
        ...{ id: 'service', header: label('service'), width: '13rem' },
        value: (row) => `${names.service(row.service)} ${row.setting}`,
        cell: ({ service }) => <InTwoLines text={names.service(service)} />,
      },
      {
        ...{ id: 'setting', header: label('setting'), width: '7rem' },
        value: ({ setting }) => SETTING_LABELS[setting],
      },
      {
        ...{ id: 'amount', header: label('amount_cents'), width: '7.5rem', align: 'end' },
        value: ({ amount_cents }) => amount_cents,
        cell: ({ amount_cents }) =>
          amount_cents === null ? <Badge variant="warning">No rate</Badge> : moneyText(amount_cents),
      },
      {
        ...{ id: 'reason', header: 'Why', sortable: false },
        value: ({ reason }) => reason,
        cell: ({ reason }) => (
          <span
            title={reason}
            className="line-clamp-3 whitespace-normal text-muted-foreground text-xs leading-4"
          >
            {reason}
          </span>
        ),
      },
    ],
    [names],
  );
  return (
    <section aria-label="Rates that apply" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 className="font-semibold">Rates that apply</h2>
      <DataTable
        label="Rates that apply"
        rows={rows}
        columns={columns}
        rowId={({ service, setting }) => `${service} ${setting}`}
        rowHeight={60}
        initialSort={{ id: 'service', desc: false }}
        {...(onOpen === undefined ? {} : { onOpen })}
        empty={
          <EmptyState icon={CircleDollarSign} title="No services yet">
            Choose the client's services first. Their rates appear here.
          </EmptyState>
        }
      />
    </section>
  );
}

interface AllRatesTableProps {
  rates: readonly Rate[];
  names: SubjectNames;
  onOpen: ((rate: Rate) => void) | undefined;
  onActivate: ((rate: Rate) => Promise<void>) | undefined;
}

/** Every rate of the year that can apply to this client, drafts too. */
function AllRatesTable({ rates, names, onOpen, onActivate }: AllRatesTableProps) {
  const columns = useMemo<DataTableColumn<Rate>[]>(
    () => [
      {
        ...{ id: 'level', header: label('level') },
        value: names.appliesTo,
        cell: (rate) => <InTwoLines text={names.appliesTo(rate)} />,
      },
      {
        ...{ id: 'service', header: label('service'), width: '13rem' },
        value: ({ service }) => names.service(service),
        cell: ({ service }) => <InTwoLines text={names.service(service)} />,
      },
      {
        ...{ id: 'setting', header: label('setting'), width: '7rem' },
        value: ({ setting }) => (setting === null ? 'All' : SETTING_LABELS[setting]),
      },
      {
        ...{ id: 'amount', header: label('amount_cents'), width: '7.5rem', align: 'end' },
        value: ({ amount_cents }) => amount_cents,
        cell: ({ amount_cents }) => moneyText(amount_cents),
      },
      {
        ...{ id: 'state', header: 'State', width: '8.5rem', isPinned: true },
        value: ({ is_draft }) => (is_draft ? 'Draft' : 'Active'),
        cell: (rate, isActive) =>
          rate.is_draft && onActivate !== undefined ? (
            <ActivateButton rate={rate} isTabStop={isActive} onActivate={onActivate} />
          ) : (
            <Badge variant={rate.is_draft ? 'outline' : 'success'}>
              {rate.is_draft ? 'Draft' : 'Active'}
            </Badge>
          ),
      },
    ],
    [names, onActivate],
  );
  return (
    <section aria-label="All rates" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 className="font-semibold">All rates</h2>
      <DataTable
        label="All rates"
        rows={rates}
        columns={columns}
        rowId={({ id }) => id}
        initialSort={{ id: 'service', desc: false }}
        {...(onOpen === undefined ? {} : { onOpen })}
        empty={
          <EmptyState icon={CircleDollarSign} title="No rates yet">
            Sessions without a rate can't be billed. Add the first rate for this year.
          </EmptyState>
        }
      />
    </section>
  );
}

function InTwoLines({ text }: { text: string }) {
  return (
    <span title={text} className="line-clamp-2 whitespace-normal leading-4.5">
      {text}
    </span>
  );
}

interface ActivateButtonProps {
  rate: Rate;
  isTabStop: boolean;
  onActivate: (rate: Rate) => Promise<void>;
}

/** Puts a draft in force. */
function ActivateButton({ rate, isTabStop, onActivate }: ActivateButtonProps) {
  const once = useOneAtATime();
  const [isBusy, setBusy] = useState(false);
  const activate = async () => {
    setBusy(true);
    try {
      await onActivate(rate);
      toast.success('Rate activated on the server', { duration: 2_500 });
    } catch (problem) {
      toast.error(problem instanceof Error ? problem.message : String(problem));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size="sm"
      variant="outline"
      tabIndex={isTabStop ? 0 : -1}
      progress={isBusy ? 'loading' : 'idle'}
      onClick={() => void once(activate)}
    >
      Activate
    </Button>
  );
}
