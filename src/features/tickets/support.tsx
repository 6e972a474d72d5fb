import { useMachine } from '@xstate/react';
import { LifeBuoy } from 'lucide-react';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';
import { toast } from 'sonner';
import { v7 as uuidv7 } from 'uuid';
import { fromPromise } from 'xstate';
import { draftOf } from '#db/drafts.ts';
import { type SupportEntry, supportDialogMachine } from '#machines/support-dialog.ts';
import { draftStore } from '#screens/device/draft-store.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { Button } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { SUPPORT_DRAFT, submitTicket } from './submit-ticket.ts';

const SupportDialog = lazyPart(async () => ({
  default: (await import('./support-form.tsx')).SupportDialog,
}));

const OpenSupport = createContext<() => void>(() => undefined);

/** Opens the support dialog. */
export function useOpenSupport(): () => void {
  return useContext(OpenSupport);
}

interface SupportProps {
  /** Goes to the open tickets; absent where there is no such screen. */
  onSubmitted?: (() => void) | undefined;
  /** Opens the changelog, which the alert of some tickets speaks of. */
  onChangelog?: (() => void) | undefined;
  children: ReactNode;
}

/** The support dialog above every screen: it keeps what was entered until it is submitted. */
export function Support({ onSubmitted, onChangelog, children }: SupportProps) {
  const device = useSignedIn();
  const { db } = device.workspace;
  const store = useMemo(() => draftStore<SupportEntry>(db, SUPPORT_DRAFT), [db]);
  const latest = useRef({ onSubmitted, onChangelog });
  latest.current = { onSubmitted, onChangelog };
  /** The same text again is the same write: its answer may have been lost. */
  const unanswered = useRef<{ write: string; key: string } | null>(null);
  const machine = useMemo(
    () =>
      supportDialogMachine.provide({
        actors: {
          submit: fromPromise(async ({ input: { category, diagnostics, ...entry } }) => {
            if (category === null) throw new TypeError('A ticket without a category.');
            const body = { ...entry, category, ...(diagnostics === '' ? {} : { diagnostics }) };
            const write = JSON.stringify(body);
            const key = unanswered.current?.write === write ? unanswered.current.key : uuidv7();
            unanswered.current = { write, key };
            const outcome = await submitTicket(device, body, key);
            if (outcome.kind !== 'refused') unanswered.current = null;
            return outcome;
          }),
        },
        actions: {
          showTickets: (_, { done }) => {
            const { onSubmitted: show, onChangelog: changelog } = latest.current;
            show?.();
            toast.success(done, {
              duration: 12_000,
              ...(done.includes('changelog') && changelog !== undefined
                ? { action: { label: 'Changelog', onClick: changelog } }
                : {}),
            });
          },
        },
      }),
    [device],
  );
  const [state, send] = useMachine(machine, { input: { id: uuidv7() } });
  const { entry } = state.context;
  const isFilled = entry.category !== null || entry.title !== '' || entry.details !== '';
  useEffect(() => {
    draftOf(db, SUPPORT_DRAFT).then(
      (found) => {
        if (found === null) return;
        // One that an earlier version kept has no diagnostics.
        const entry = { diagnostics: '', ...(found as Omit<SupportEntry, 'diagnostics'>) };
        send({ type: 'support.restored', entry });
      },
      (problem) => console.warn('A draft was not read.', problem),
    );
  }, [db, send]);
  const wasFilled = useRef(false);
  useEffect(() => {
    if (isFilled) void store(entry);
    else if (wasFilled.current) void store(null);
    wasFilled.current = isFilled;
    // A new entry gets its id when it begins.
    if (!isFilled && entry.id === '') send({ type: 'support.restored', entry: { ...entry, id: uuidv7() } });
  }, [store, send, entry, isFilled]);
  const open = useMemo(() => () => send({ type: 'support.opened' }), [send]);
  return (
    <OpenSupport value={open}>
      {children}
      {(state.matches('open') || state.matches('submitting')) && (
        <SupportDialog
          context={state.context}
          isSubmitting={state.matches('submitting')}
          send={send}
          absence={{ onClose: () => send({ type: 'support.closed' }) }}
        />
      )}
    </OpenSupport>
  );
}

/** The button in the header that opens the support dialog. */
export function SupportButton() {
  return (
    <Button variant="ghost" size="icon" aria-label="Support" title="Support" onClick={useOpenSupport()}>
      <LifeBuoy aria-hidden="true" />
    </Button>
  );
}
