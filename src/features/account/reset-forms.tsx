import { zodResolver } from '@hookform/resolvers/zod';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { authEndpoints } from '#contract/auth.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { SHORTEST_PASSWORD } from '#domain/access/password-rules.ts';
import { createApiClient } from '#sync/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Note } from './note.tsx';
import { PasswordField } from './password-field.tsx';
import { showProblem } from './show-problem.ts';

const anonymous = createApiClient({ tokens: { current: async () => null, renew: async () => null } });

const requestBody = authEndpoints['auth.request-reset'].body;
type ResetRequest = BodyOf<(typeof authEndpoints)['auth.request-reset']>;

const confirmBody = authEndpoints['auth.confirm-reset'].body;
type ResetConfirmation = BodyOf<(typeof authEndpoints)['auth.confirm-reset']>;

function Done({ children, next }: { children: ReactNode; next: ReactNode }) {
  return (
    <div role="status" className="grid gap-4">
      <Note icon={CircleCheck}>{children}</Note>
      <Button asChild size="lg" className="w-full">
        {next}
      </Button>
    </div>
  );
}

/** Requests the email with the reset link. The answer is the same for everyone, and has a way back of its own. */
export function RequestResetForm({ onSent }: { onSent: () => void }) {
  const [answer, setAnswer] = useState<string | null>(null);
  const { register, handleSubmit, setError, formState } = useForm<ResetRequest>({
    resolver: zodResolver(requestBody),
    defaultValues: { email: '' },
  });
  const { errors, isSubmitting } = formState;
  if (answer !== null) return <Done next={<Link to="/login">Back to login</Link>}>{answer}</Done>;

  const submit = handleSubmit(async (body) => {
    try {
      setAnswer((await anonymous.call('auth.request-reset', { body })).message);
      onSent();
    } catch (problem) {
      showProblem(problem, setError, ['email']);
    }
  });
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      {errors.root !== undefined && <Note tone="problem">{errors.root.message}</Note>}
      <Field
        label="Email"
        description="We'll email you a link to choose a new password. It works once, for one hour."
        error={errors.email?.message}
      >
        <Input
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...register('email')}
        />
      </Field>
      <Button type="submit" size="lg" progress={isSubmitting ? 'loading' : 'idle'} className="w-full">
        Send link
      </Button>
    </form>
  );
}

interface ConfirmResetFormProps {
  /** From the emailed link. */
  token: string;
  /** The name of the person who is logged in on this device; null if nobody is. */
  findLoggedIn: () => Promise<string | null>;
}

/** Sets the new password, the first one too. */
export function ConfirmResetForm({ token, findLoggedIn }: ConfirmResetFormProps) {
  const [done, setDone] = useState<{ message: string; loggedIn: string | null } | null>(null);
  const { register, handleSubmit, setError, formState } = useForm<ResetConfirmation>({
    resolver: zodResolver(confirmBody),
    defaultValues: { token, password: '' },
  });
  const { errors, isSubmitting } = formState;
  if (done !== null && done.loggedIn !== null) {
    return (
      <Done next={<Link to="/">Go to Home</Link>}>
        {`The new password is set. ${done.loggedIn} is logged in on this device: log out there first to log in with it.`}
      </Done>
    );
  }
  if (done !== null) return <Done next={<Link to="/login">Log in</Link>}>{done.message}</Done>;
  if (token === '') {
    return (
      <div className="grid gap-4">
        <Note tone="problem">
          This link isn't complete. Open it from the email again, or request a new one.
        </Note>
        <Button asChild size="lg" className="w-full">
          <Link to="/reset-password">Request a new link</Link>
        </Button>
      </div>
    );
  }

  const submit = handleSubmit(async (body) => {
    try {
      const { message } = await anonymous.call('auth.confirm-reset', { body });
      setDone({ message, loggedIn: await findLoggedIn() });
    } catch (problem) {
      showProblem(problem, setError, ['password']);
    }
  });
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      {errors.root !== undefined && (
        <Note tone="problem">
          {errors.root.message}{' '}
          <Link to="/reset-password" className="font-medium underline underline-offset-4">
            Request a new link
          </Link>
        </Note>
      )}
      <PasswordField
        label="New password"
        description={`At least ${SHORTEST_PASSWORD} characters. A few random words are easy to remember.`}
        error={errors.password?.message}
        autoComplete="new-password"
        {...register('password')}
      />
      <Button type="submit" size="lg" progress={isSubmitting ? 'loading' : 'idle'} className="w-full">
        Set password
      </Button>
    </form>
  );
}
