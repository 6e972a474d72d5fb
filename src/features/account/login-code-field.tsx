import { type Ref, useState } from 'react';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';

interface CodeFieldProps {
  ref?: Ref<HTMLInputElement>;
  error: string | undefined;
  /** Setting up an app needs a code of the app. */
  withoutRecovery?: boolean;
}

/** A code from the authenticator app; without the phone, a recovery code. */
export function CodeField({ ref, error, withoutRecovery = false }: CodeFieldProps) {
  const [isRecovery, setRecovery] = useState(false);
  // An error is about the kind of code that was sent.
  const [former, setFormer] = useState<string>();
  if (error === undefined && former !== undefined) setFormer(undefined);
  return (
    <div className="grid gap-2">
      <Field
        key={String(isRecovery)}
        label={isRecovery ? 'Recovery code' : 'Code'}
        error={error === former ? undefined : error}
        description={
          isRecovery
            ? 'One of the codes you saved. Each works once.'
            : 'The 6 digits in your authenticator app.'
        }
      >
        <Input
          ref={ref}
          name="code"
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
        />
      </Field>
      {!withoutRecovery && (
        <button
          type="button"
          className="justify-self-start py-1 text-primary text-sm underline-offset-4 hover:underline"
          onClick={() => {
            setRecovery(!isRecovery);
            setFormer(error);
          }}
        >
          {isRecovery ? 'Use the app instead' : 'Use a recovery code'}
        </button>
      )}
    </div>
  );
}
