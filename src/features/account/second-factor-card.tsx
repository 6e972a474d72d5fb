import { CircleCheck } from 'lucide-react';
import { type FormEvent, useCallback, useRef, useState } from 'react';
import { ApiError } from '#contract/errors.ts';
import type { SecondFactorSetup, SecondFactorStatus } from '#contract/second-factor.ts';
import { counted } from '#domain/text/counted.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import { type ApiClient, NoAnswer } from '#sync/api-client.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#ui/card.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { useOneAtATime } from '#ui/save-once.ts';
import { ServerData } from '#ui/server-data.tsx';
import { CodeField } from './login-code-field.tsx';
import { Note } from './note.tsx';
import { PasswordField } from './password-field.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

// With the library that draws the QR code.
const SetupSteps = lazyPart(async () => ({ default: (await import('./setup-steps.tsx')).SetupSteps }));

/** The code that the login asks for besides the password. */
export function SecondFactorCard() {
  const status = useKeptAnswer(
    'second-factor',
    '{}',
    useCallback((api: ApiClient) => api.call('auth.read-second-factor'), []),
  );
  return (
    <Card>
      <CardHeader>
        <CardTitle>Second factor</CardTitle>
        <CardDescription>
          New logins also need a code from an app on your phone. Unlocking this device offline doesn't.
        </CardDescription>
      </CardHeader>
      <CardContent className="grid gap-3">
        <ServerData name="your second factor" state={status}>
          {(known) => <SecondFactor status={known} onChanged={status.reload} />}
        </ServerData>
      </CardContent>
    </Card>
  );
}

/** What the person is doing. Everything begins with the password. */
type Doing =
  | { kind: 'nothing'; done?: string }
  | { kind: 'set-up' | 'turn-off' | 'renew' }
  | { kind: 'confirm'; setup: SecondFactorSetup }
  | { kind: 'codes'; codes: readonly string[] };

interface SecondFactorProps {
  status: SecondFactorStatus;
  onChanged: () => Promise<void>;
}

function SecondFactor({ status, onChanged }: SecondFactorProps) {
  const { api } = useSignedIn().engine;
  const [doing, setDoing] = useState<Doing>({ kind: 'nothing' });
  const stop = (done?: string) => setDoing({ kind: 'nothing', ...(done === undefined ? {} : { done }) });

  if (doing.kind === 'set-up') {
    const action = async (password: string) => {
      const setup = await api.call('auth.set-up-second-factor', { body: { password } });
      setDoing({ kind: 'confirm', setup });
    };
    return <AskPassword button="Continue" run={action} onCancel={() => stop()} />;
  }
  if (doing.kind === 'confirm') {
    const confirm = async (code: string) => {
      await api.call('auth.confirm-second-factor', { body: { code } });
      stop('Second factor turned on.');
      await onChanged();
    };
    return <ConfirmSetup setup={doing.setup} run={confirm} onCancel={() => stop()} />;
  }
  if (doing.kind === 'turn-off') {
    const turnOff = async (password: string) => {
      await api.call('auth.turn-off-second-factor', { body: { password } });
      stop('Second factor turned off.');
      await onChanged();
    };
    return <AskPassword button="Turn off second factor" run={turnOff} onCancel={() => stop()} />;
  }
  if (doing.kind === 'renew') {
    const renew = async (password: string) => {
      const { recovery_codes } = await api.call('auth.renew-recovery-codes', { body: { password } });
      setDoing({ kind: 'codes', codes: recovery_codes });
      await onChanged();
    };
    return <AskPassword button="Create new codes" run={renew} onCancel={() => stop()} />;
  }
  if (doing.kind === 'codes') {
    return (
      <div className="grid gap-3">
        <Note icon={CircleCheck}>These are your new recovery codes. The old ones no longer work.</Note>
        <RecoveryCodes codes={doing.codes} />
        <Button className="justify-self-start" onClick={() => stop()}>
          Done
        </Button>
      </div>
    );
  }
  return (
    <Overview
      status={status}
      done={'done' in doing ? (doing.done ?? null) : null}
      onDo={(kind) => setDoing({ kind })}
    />
  );
}

interface OverviewProps {
  status: SecondFactorStatus;
  /** What has just been done. */
  done: string | null;
  onDo: (kind: 'set-up' | 'turn-off' | 'renew') => void;
}

function Overview({ status, done, onDo }: OverviewProps) {
  const { is_on, is_required, turned_on_at, recovery_codes_left: left } = status;
  return (
    <div className="grid gap-3">
      <div role="status" className="empty:hidden">
        {done !== null && <Note icon={CircleCheck}>{done}</Note>}
      </div>
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <Badge variant={is_on ? 'success' : 'neutral'}>{is_on ? 'On' : 'Off'}</Badge>
        {turned_on_at !== null && (
          <span>
            Since {pacificDisplay(turned_on_at)} · {counted(left, 'recovery code')} left
          </span>
        )}
        {!is_on && is_required && (
          <span>Your role needs one. Your next login will ask you to set it up.</span>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant={is_on ? 'outline' : 'default'} onClick={() => onDo('set-up')}>
          {is_on ? 'Use another phone' : 'Turn on'}
        </Button>
        {is_on && (
          <Button variant="outline" onClick={() => onDo('renew')}>
            Create new recovery codes
          </Button>
        )}
        {is_on && !is_required && (
          <Button variant="outline" onClick={() => onDo('turn-off')}>
            Turn off
          </Button>
        )}
      </div>
    </div>
  );
}

interface StepProps {
  /** Rejects with what went wrong. */
  run: (typed: string) => Promise<void>;
  onCancel: () => void;
}

/** Runs a form with one field, whose error it shows there, or above if it is about more. */
function useOneField(field: 'password' | 'code', run: StepProps['run']) {
  const once = useOneAtATime();
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<{ isBusy: boolean; atField?: string; problem?: string }>({
    isBusy: false,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = input.current?.value ?? '';
    if (typed.trim() === '') {
      setState({ isBusy: false, atField: 'This field is required.' });
      input.current?.focus();
      return;
    }
    void once(async () => {
      setState({ isBusy: true });
      try {
        await run(typed);
        setState({ isBusy: false });
      } catch (thrown) {
        const atField = thrown instanceof ApiError ? thrown.fields?.[field] : undefined;
        setState({ isBusy: false, ...(atField === undefined ? { problem: wordsOf(thrown) } : { atField }) });
        input.current?.focus();
      }
    });
  };
  return { input, submit, ...state };
}

function wordsOf(thrown: unknown): string {
  if (thrown instanceof NoAnswer) return "Can't reach the server. Connect to a network and try again.";
  return thrown instanceof Error ? thrown.message : String(thrown);
}

function AskPassword({ button, run, onCancel }: StepProps & { button: string }) {
  const { profile } = useSignedIn();
  const { input, submit, isBusy, atField, problem } = useOneField('password', run);
  return (
    <form noValidate aria-label={button} className="grid gap-4" onSubmit={submit}>
      {problem !== undefined && <Note tone="problem">{problem}</Note>}
      <input type="text" autoComplete="username" value={profile.email} readOnly hidden />
      <PasswordField
        ref={input}
        label="Your password"
        error={atField}
        autoComplete="current-password"
        autoFocus
      />
      <StepButtons button={button} isBusy={isBusy} onCancel={onCancel} />
    </form>
  );
}

function ConfirmSetup({ setup, run, onCancel }: StepProps & { setup: SecondFactorSetup }) {
  const { input, submit, isBusy, atField, problem } = useOneField('code', run);
  return (
    <form noValidate aria-label="Turn on second factor" className="grid gap-4" onSubmit={submit}>
      {problem !== undefined && <Note tone="problem">{problem}</Note>}
      <SetupSteps setup={setup} absence={{ fallback: <p className="text-sm">Loading…</p> }}>
        <CodeField ref={input} error={atField} withoutRecovery />
      </SetupSteps>
      <StepButtons button="Turn on" isBusy={isBusy} onCancel={onCancel} />
    </form>
  );
}

function StepButtons({
  button,
  isBusy,
  onCancel,
}: {
  button: string;
  isBusy: boolean;
  onCancel: () => void;
}) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="submit" progress={isBusy ? 'loading' : 'idle'}>
        {button}
      </Button>
      <Button variant="outline" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
