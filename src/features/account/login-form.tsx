import { zodResolver } from '@hookform/resolvers/zod';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { authEndpoints } from '#contract/auth.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import type { DemoSignIn } from './login-surroundings.ts';
import { Note } from './note.tsx';

const schema = authEndpoints['auth.login'].body;
export type Credentials = BodyOf<(typeof authEndpoints)['auth.login']>;

interface LoginFormProps {
  onSubmit: (credentials: Credentials) => void;
  isBusy: boolean;
  /** What went wrong with the last attempt, in words. */
  problem: string | null;
  demoSignIns: readonly DemoSignIn[];
}

export function LoginForm({ onSubmit, isBusy, problem, demoSignIns }: LoginFormProps) {
  const [isShown, setShown] = useState(false);
  const form = useForm<Credentials>({
    resolver: zodResolver(schema),
    defaultValues: { email: '', password: '' },
  });
  const { errors } = form.formState;

  const fill = ({ email, password }: DemoSignIn) => {
    form.reset({ email, password });
    form.setFocus('password');
  };

  return (
    <>
      <form
        noValidate
        className="grid gap-4"
        aria-label="Log in"
        onSubmit={(event) => void form.handleSubmit(onSubmit)(event)}
      >
        {problem !== null && !isBusy && <Note tone="problem">{problem}</Note>}
        <Field label="Email" error={errors.email?.message}>
          <Input
            // A user name is welcome too, so the browser must not ask for an "@".
            type="text"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...form.register('email')}
          />
        </Field>
        <div className="relative">
          <Field label="Password" error={errors.password?.message}>
            <Input
              type={isShown ? 'text' : 'password'}
              autoComplete="current-password"
              className="pr-12"
              {...form.register('password')}
            />
          </Field>
          <button
            type="button"
            aria-label={isShown ? 'Hide the letters' : 'Show the letters'}
            aria-pressed={isShown}
            className="absolute top-6.5 right-0 grid h-9 w-11 place-items-center rounded-md text-muted-foreground hover:text-foreground touch:h-11"
            onClick={() => setShown(!isShown)}
          >
            {isShown ? (
              <EyeOff aria-hidden="true" className="size-4.5" />
            ) : (
              <Eye aria-hidden="true" className="size-4.5" />
            )}
          </button>
        </div>
        <Button type="submit" size="lg" progress={isBusy ? 'loading' : 'idle'} className="mt-1 w-full">
          Log in
        </Button>
      </form>
      {demoSignIns.length > 0 && (
        <section aria-labelledby="demo-sign-ins" className="mt-5 border-border border-t pt-4">
          <h2 id="demo-sign-ins" className="font-medium text-sm">
            Demo organisation
          </h2>
          <p className="mt-0.5 text-muted-foreground text-xs">
            All people and records are invented. One tap fills the form.
          </p>
          <ul className="mt-2.5 flex flex-wrap gap-1.5">
            {demoSignIns.map((signIn) => (
              <li key={signIn.email}>
                <Button variant="outline" size="sm" title={signIn.email} onClick={() => fill(signIn)}>
                  {signIn.label}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
