import { PartyPopper } from 'lucide-react';
import {
  type MakeUpAccount,
  makeUpLedger,
  openMakeUps,
  remainingMinutes,
  USUAL_WINDOWS,
} from '#domain/sessions/make-ups.ts';
import { ATTENDANCE_LABELS } from '#domain/sessions/session.ts';
import { nameIfKnown } from '#domain/students/student-name.ts';
import { dayPlus, displayDay, displayMoment } from '#domain/time/pacific.ts';
import { DurationDisplay } from '#screens/device/duration-display.tsx';
import { useSessions } from '#screens/device/held-sessions.ts';
import { useToday } from '#screens/device/today.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Sheet, SheetBody, SheetContent, SheetDescription, SheetHeader, SheetTitle } from '#ui/sheet.tsx';
import { useMakeUpWindows } from './make-up-windows.ts';
import { type SessionLookups, useSessionLookups } from './session-lookups.ts';

/** The provider's ledger of make-ups as of today: what can still be made up, and what has just expired. */
export function useMakeUps(provider: string): MakeUpAccount[] | undefined {
  const today = useToday();
  const windows = useMakeUpWindows();
  const from = dayPlus(today, -2 * (windows ?? USUAL_WINDOWS).longest);
  const { result: sessions } = useSessions({ from, to: dayPlus(today, 1), provider });
  if (sessions === undefined || windows === undefined) return undefined;
  return makeUpLedger(sessions, today, windows);
}

interface MakeUpsProps {
  provider: string;
  onClose: () => void;
  /** Starts a make-up session for one student. */
  onStart: (session: string, student: string) => void;
}

/** Make-ups owed to the provider's students, by student and service; a tap starts one. */
export function MakeUps({ provider, onClose, onStart }: MakeUpsProps) {
  const accounts = useMakeUps(provider);
  const lookups = useSessionLookups();
  if (accounts === undefined || lookups === undefined) return null;
  const sorted = accounts.toSorted((a, b) => b.remaining_minutes - a.remaining_minutes);
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent className="sm:max-w-lg">
        <SheetHeader>
          <SheetTitle>Makeups owed</SheetTitle>
          <SheetDescription>
            Each missed session can be made up until the day shown, as agreed with its client.
          </SheetDescription>
        </SheetHeader>
        <SheetBody>
          {sorted.length === 0 ? (
            <EmptyState icon={PartyPopper} title="No makeups owed">
              Missed sessions that need a makeup appear here.
            </EmptyState>
          ) : (
            <ul aria-label="Makeups owed" className="grid gap-4">
              {sorted.map((account) => (
                <Account
                  key={`${account.student} ${account.service}`}
                  account={account}
                  lookups={lookups}
                  onStart={onStart}
                />
              ))}
            </ul>
          )}
        </SheetBody>
      </SheetContent>
    </Sheet>
  );
}

interface AccountProps {
  account: MakeUpAccount;
  lookups: SessionLookups;
  onStart: MakeUpsProps['onStart'];
}

function Account({ account, lookups, onStart }: AccountProps) {
  const name = nameIfKnown(lookups.studentNames.get(account.student));
  const service = lookups.services.find(({ id }) => id === account.service)?.name ?? 'Unknown service';
  return (
    <li className="grid gap-3 rounded-lg border border-border bg-card p-4 text-sm">
      <p>
        <span className="block font-medium">{name}</span>
        <span className="text-muted-foreground">{service}</span>
      </p>
      <dl className="grid grid-cols-2 gap-2 min-[480px]:grid-cols-4">
        <Figure name="Owed" minutes={account.owed_minutes} />
        <Figure name="Made up" minutes={account.made_up_minutes} />
        <Figure name="Expired" minutes={account.expired_minutes} />
        <Figure name="Left" minutes={account.remaining_minutes} />
      </dl>
      {openMakeUps([account]).map((item) => (
        <div
          key={item.session}
          className="flex items-center justify-between gap-3 border-border border-t pt-3 first:border-t-0"
        >
          <p className="min-w-0">
            <span className="block tabular-nums">{displayMoment(item.session_date, item.start_time)}</span>
            <span className="block text-muted-foreground text-xs">
              {ATTENDANCE_LABELS[item.attendance]} · {remainingMinutes(item)} min by {displayDay(item.until)}
            </span>
          </p>
          <Button
            size="sm"
            variant="outline"
            aria-label={`Make up: ${name}, ${displayDay(item.session_date)}`}
            onClick={() => onStart(item.session, item.student)}
          >
            Make up
          </Button>
        </div>
      ))}
    </li>
  );
}

function Figure({ name, minutes }: { name: string; minutes: number }) {
  return (
    <div>
      <dt className="text-muted-foreground text-xs">{name}</dt>
      <dd className="font-medium">
        <DurationDisplay minutes={minutes} />
      </dd>
    </div>
  );
}
