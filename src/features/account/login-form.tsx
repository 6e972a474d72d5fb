import {
  type FormEvent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import type { SignInStep } from '#machines/sign-in-outcome.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { inTime } from '#ui/part-loading.ts';
import { CodeField } from './login-code-field.tsx';
import type { DemoSignIn } from './login-surroundings.ts';
import { Note } from './note.tsx';
import { PasswordField } from './password-field.tsx';
import { takeTypedBefore } from './typed-before.ts';

// With the library that draws the QR code.
const LoginSetup = lazy(async () => ({ default: (await inTime(import('./login-setup.tsx'))).LoginSetup }));

type Credentials = Omit<BodyOf<Endpoints['auth.login']>, 'code'>;
type FieldName = keyof Credentials;
const FIELDS: readonly FieldName[] = ['email', 'password'];

interface LoginFormProps {
  onSubmit: (credentials: Credentials & { code?: string }) => void;
  isBusy: boolean;
  /** The error of the last attempt. */
  problem: string | null;
  demoSignIns: readonly DemoSignIn[];
  /** What is asked for. The fields of the password stay as they are behind a second step. */
  step?: SignInStep;
  /** What was wrong with the last code. */
  codeProblem?: string | null;
  /** Back to the password. */
  onBack?: () => void;
  /** Shown below the button, above the demo accounts, which load later and must not shift anything. */
  children?: ReactNode;
}

/**
 * The first form that anyone sees, so it is in the first bundle: plain fields. The contract that validates
 * them loads after the first paint.
 */
export function LoginForm({
  onSubmit,
  isBusy,
  problem,
  demoSignIns,
  step = 'password',
  codeProblem = null,
  onBack,
  children,
}: LoginFormProps) {
  const [errors, setErrors] = useState<Partial<Record<FieldName | 'code', string>>>({});
  const [submitted, setSubmitted] = useState<Credentials>({ email: '', password: '' });
  const fields = { email: useRef<HTMLInputElement>(null), password: useRef<HTMLInputElement>(null) };
  const code = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (step === 'code' && !isBusy) code.current?.focus();
  }, [step, isBusy]);

  // In the same frame, so that neither a letter nor the caret's place is lost.
  useLayoutEffect(() => {
    const typed = takeTypedBefore();
    if (typed === null) return;
    for (const name of FIELDS) {
      const field = fields[name].current;
      if (field === null) continue;
      field.value = typed[name];
      if (typed.focused?.name !== name) continue;
      field.focus({ preventScroll: true });
      field.setSelectionRange(typed.focused.start, typed.focused.end);
    }
    if (typed.isSubmitted) form.current?.requestSubmit();
  });

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    if (step !== 'password') {
      const typed = code.current?.value.trim() ?? '';
      setErrors(typed === '' ? { code: 'Enter the code.' } : {});
      if (typed === '') code.current?.focus();
      else onSubmit({ ...submitted, code: typed });
      return;
    }
    const { authEndpoints } = await import('#contract/auth.ts');
    const checked = authEndpoints['auth.login'].body.safeParse({
      email: fields.email.current?.value,
      password: fields.password.current?.value,
    });
    const found: Partial<Record<FieldName, string>> = {};
    for (const { path, message } of checked.error?.issues ?? []) {
      const name = FIELDS.find((field) => field === path[0]);
      if (name !== undefined) found[name] ??= message;
    }
    setErrors(found);
    if (checked.success) {
      const { email, password } = checked.data;
      setSubmitted({ email, password });
      onSubmit({ email, password });
    } else fields[FIELDS.find((name) => found[name] !== undefined) ?? 'email'].current?.focus();
  };

  const fill = (signIn: DemoSignIn) => {
    for (const name of FIELDS) {
      const field = fields[name].current;
      if (field !== null) field.value = signIn[name];
    }
    setErrors({});
    fields.password.current?.focus();
  };

  const codeField = (
    <CodeField
      ref={code}
      withoutRecovery={step === 'setup'}
      error={isBusy ? undefined : (errors.code ?? codeProblem ?? undefined)}
    />
  );
  const isFirst = step === 'password';
  return (
    <>
      <form
        ref={form}
        // Without its script the form does nothing, and never puts a password into an address.
        method="dialog"
        noValidate
        className="grid gap-4"
        aria-label="Log in"
        onSubmit={(event) => void submit(event)}
      >
        {problem !== null && !isBusy && <Note tone="problem">{problem}</Note>}
        <div hidden={!isFirst} className="grid gap-4">
          <Field label="Email" error={errors.email}>
            <Input
              ref={fields.email}
              name="email"
              // User names are accepted too, so the browser must not require an "@".
              type="text"
              inputMode="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
            />
          </Field>
          <PasswordField
            label="Password"
            error={errors.password}
            ref={fields.password}
            name="password"
            autoComplete="current-password"
          />
        </div>
        {!isFirst && (
          <p className="break-words text-muted-foreground text-sm">Logging in as {submitted.email}</p>
        )}
        {step === 'code' && codeField}
        {step === 'setup' && (
          <Suspense fallback={<p className="text-sm">Loading…</p>}>
            <LoginSetup credentials={submitted}>{codeField}</LoginSetup>
          </Suspense>
        )}
        <Button type="submit" size="lg" progress={isBusy ? 'loading' : 'idle'} className="mt-1 w-full">
          Log in
        </Button>
        {!isFirst && (
          <Button variant="ghost" disabled={isBusy} onClick={onBack}>
            Back
          </Button>
        )}
      </form>
      {isFirst && children}
      {isFirst && demoSignIns.length > 0 && (
        <section aria-labelledby="demo-sign-ins" className="mt-3 border-border border-t pt-4">
          <h2 id="demo-sign-ins" className="font-medium text-sm">
            Demo organization
          </h2>
          <p className="mt-0.5 text-muted-foreground text-xs">
            Sample data, no real people. One tap fills the form.
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
