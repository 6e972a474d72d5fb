import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { ApiError } from '#contract/errors.ts';
import type { SecondFactorSetup } from '#contract/second-factor.ts';
import { createApiClient, NoAnswer } from '#sync/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Note } from './note.tsx';
import { SetupSteps } from './setup-steps.tsx';

const anonymous = createApiClient({ tokens: { current: async () => null, renew: async () => null } });

interface LoginSetupProps {
  credentials: { email: string; password: string };
  /** The field of the code that finishes it. */
  children: ReactNode;
}

/** Sets up the second factor of someone whose role needs one, before they are logged in. */
export function LoginSetup({ credentials: { email, password }, children }: LoginSetupProps) {
  const [setup, setSetup] = useState<SecondFactorSetup | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const start = useCallback(async () => {
    setProblem(null);
    try {
      setSetup(await anonymous.call('auth.set-up-to-log-in', { body: { email, password } }));
    } catch (thrown) {
      setProblem(wordsOf(thrown));
    }
  }, [email, password]);
  useEffect(() => void start(), [start]);

  if (problem !== null) {
    return (
      <div className="grid gap-3">
        <Note tone="problem">{problem}</Note>
        <Button variant="outline" onClick={() => void start()}>
          Try again
        </Button>
      </div>
    );
  }
  if (setup === null) return <p className="text-sm">Loading…</p>;
  return (
    <>
      <p className="text-sm">Your role needs a second factor: a code from an app on your phone.</p>
      <SetupSteps setup={setup}>{children}</SetupSteps>
    </>
  );
}

function wordsOf(thrown: unknown): string {
  if (thrown instanceof NoAnswer) return "Can't reach the server. Connect to a network and try again.";
  return thrown instanceof ApiError ? thrown.message : String(thrown);
}
