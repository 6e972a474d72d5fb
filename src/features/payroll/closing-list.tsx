import { Link } from '@tanstack/react-router';
import { BellRing, CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import type { ClosingList, ClosingPerson, PayPeriodClosing } from '#contract/payroll-closing.ts';
import type { Holder } from '#domain/access/permissions.ts';
import { isRemindable, mayRemindAgain, type RemindableItem } from '#domain/payroll/closing-rules.ts';
import { counted } from '#domain/text/counted.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { useServerCommand } from '#screens/device/server-write.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { Button } from '#ui/button.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { useOneAtATime } from '#ui/save-once.ts';
import { ITEM_WORDS, listOfItem, placeOfPerson } from './closing-words.ts';

interface ChecklistProps {
  closing: PayPeriodClosing;
  reload: () => Promise<void>;
}

/** What blocks closing the pay period, with its people, its list, and what can be done about it. */
export function ClosingChecklist({ closing, reload }: ChecklistProps) {
  const open = closing.items.filter(({ count }) => count > 0);
  const done = closing.items.filter(({ count }) => count === 0);
  return (
    <>
      {open.length > 0 && (
        <ul aria-label="Still open" className="divide-y divide-border border-border border-t">
          {open.map((list) => (
            <OpenItem key={list.item} list={list} closing={closing} reload={reload} />
          ))}
        </ul>
      )}
      <ul
        aria-label="Done"
        className="grid gap-x-6 gap-y-1.5 border-border border-t px-4 py-3 text-sm sm:grid-cols-2 sm:px-5"
      >
        {done.map(({ item }) => (
          <li key={item} className="flex items-start gap-2 text-muted-foreground">
            <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success" />
            {ITEM_WORDS[item][2]}
          </li>
        ))}
      </ul>
    </>
  );
}

interface OpenItemProps extends ChecklistProps {
  list: ClosingList;
}

function OpenItem({ list, closing, reload }: OpenItemProps) {
  const { item, count, people } = list;
  const { profile } = useSignedIn();
  const holder: Holder = { role: profile.auth, grants: profile.grants };
  const link = listOfItem(item, closing.period, holder);
  const [one, many] = ITEM_WORDS[item];
  const words = count === 1 ? one : many;
  return (
    <li className="grid gap-1 px-4 py-2.5 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-warning" />
        <span className="min-w-0 flex-1 basis-56 text-sm">
          <span className="font-semibold tabular-nums">{count.toLocaleString('en-US')}</span> {words}
        </span>
        {isRemindable(item) && <Remind item={item} closing={closing} people={people} reload={reload} />}
        {link !== null && (
          <Button asChild size="sm" variant="outline">
            <Link {...link} aria-label={`Open the list: ${count} ${words}`}>
              Open list
            </Link>
          </Button>
        )}
      </div>
      <Disclosure title={counted(people.length, 'person', 'people')}>
        <ul aria-label={`People: ${words}`} className="mt-1 flex flex-wrap gap-x-4 gap-y-1 pl-5.5 text-sm">
          {people.map((person) => (
            <li key={person.id}>
              <Person item={item} person={person} closing={closing} holder={holder} />
            </li>
          ))}
        </ul>
      </Disclosure>
    </li>
  );
}

interface PersonProps extends Pick<OpenItemProps, 'closing'> {
  item: ClosingList['item'];
  person: ClosingPerson;
  holder: Holder;
}

function Person({ item, person: { id, name, count, since, reminded_at }, closing, holder }: PersonProps) {
  const place = placeOfPerson(item, id, closing.period, holder);
  const facts = [
    ...(item === 'unsubmitted' || item === 'arriving' ? [] : [count.toLocaleString('en-US')]),
    ...(since === null ? [] : [`since ${pacificDisplay(since)}`]),
    ...(reminded_at === null ? [] : [`reminded ${pacificDisplay(reminded_at)}`]),
  ];
  return (
    <>
      {place === null ? (
        name
      ) : (
        <Link {...place} className="underline underline-offset-2">
          {name}
        </Link>
      )}
      {facts.length > 0 && <span className="text-muted-foreground"> ({facts.join(', ')})</span>}
    </>
  );
}

interface RemindProps extends ChecklistProps {
  item: RemindableItem;
  people: readonly ClosingPerson[];
}

/** Rings the bell of the people, who also get an email if they want some. */
function Remind({ item, people, closing, reload }: RemindProps) {
  const command = useServerCommand();
  const once = useOneAtATime();
  const { engine, profile } = useSignedIn();
  const [isBusy, setBusy] = useState(false);
  const due = people.filter(
    ({ id, reminded_at }) => id !== profile.user_id && mayRemindAgain(reminded_at, closing.as_of),
  ).length;
  if (due === 0) return <span className="text-muted-foreground text-sm">Reminded</span>;
  const remind = async () => {
    setBusy(true);
    try {
      await command('payroll.remind', { body: { pay_period: closing.period.id, item } }, 0);
      toast.success(`Reminded ${counted(due, 'person', 'people')}`, { duration: 2_500 });
      await reload();
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
      progress={isBusy ? 'loading' : 'idle'}
      disabled={engine.getStatus().isReachable === false}
      onClick={() => void once(remind)}
    >
      {!isBusy && <BellRing aria-hidden="true" />}
      Remind {counted(due, 'person', 'people')}
    </Button>
  );
}
