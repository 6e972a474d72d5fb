import { useSelector } from '@xstate/react';
import { CloudOff, HardDriveDownload, LockKeyhole } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { signInMachine } from '#machines/sign-in.ts';
import { Button } from '#ui/button.tsx';
import { departure, departureWords } from './departure.ts';
import { LoggedOutPage } from './logged-out-page.tsx';
import { LoginForm } from './login-form.tsx';
import { LoginHelp } from './login-help.tsx';
import type { LoginFindings, LoginSurroundings } from './login-surroundings.ts';
import { Note } from './note.tsx';
import { useSettled } from './settled.ts';

function subscribeToNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

const NOTHING_FOUND: LoginSurroundings = { isReachable: true, demoSignIns: [] };

interface LoginPageProps {
  signIn: ActorRefFrom<typeof signInMachine>;
  found: LoginFindings;
  /** Called when the answers may have changed. Stable identity. */
  lookAgain: () => void;
}

/** The login page, for `/login`, and for `/` while logged out. */
export function LoginPage({ signIn, found, lookAgain }: LoginPageProps) {
  const isBusy = useSelector(signIn, (snapshot) => snapshot.matches('signingIn'));
  const isLocked = useSelector(signIn, (snapshot) => snapshot.matches('locked') || snapshot.context.locked);
  const problem = useSelector(signIn, (snapshot) => snapshot.context.problem);
  const step = useSelector(signIn, (snapshot) => snapshot.context.step);
  const hasNetwork = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
  const { isReachable, demoSignIns } = useSettled(found.surroundings, NOTHING_FOUND);
  const holdsUnsentWork = useSettled(found.unsentWork, false);

  // When the network returns, the answers change; the form never waits for them.
  useEffect(() => {
    window.addEventListener('online', lookAgain);
    return () => window.removeEventListener('online', lookAgain);
  }, [lookAgain]);

  const reason = departureWords[departure];
  const isOffline = !hasNetwork || !isReachable;
  return (
    <LoggedOutPage title={step === 'setup' ? 'Set up your second factor' : 'Log in'}>
      <div className="mb-4 grid gap-2 empty:hidden">
        {reason !== null && <Note>{reason}</Note>}
        {reason === null && isLocked && <Note icon={LockKeyhole}>Locked. Log in to continue.</Note>}
        {isOffline && (
          <Note icon={CloudOff}>You're offline. Log in to open what's saved on this device.</Note>
        )}
        {holdsUnsentWork && (
          <Note icon={HardDriveDownload}>
            There are unsynced changes on this device. They're encrypted, and sync when the person who entered
            them logs in.
          </Note>
        )}
      </div>
      {problem?.kind === 'storage' && (
        <Button variant="outline" className="mb-4 w-full" onClick={() => window.location.reload()}>
          Reload this page
        </Button>
      )}
      <LoginForm
        isBusy={isBusy}
        problem={problem === null || problem.kind === 'code' ? null : problem.message}
        step={step}
        codeProblem={problem?.kind === 'code' ? problem.message : null}
        onBack={() => signIn.send({ type: 'signIn.restarted' })}
        demoSignIns={demoSignIns}
        onSubmit={(credentials) => signIn.send({ type: 'signIn.submitted', ...credentials })}
      >
        <LoginHelp />
      </LoginForm>
    </LoggedOutPage>
  );
}
