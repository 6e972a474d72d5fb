import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';

interface PasswordFieldProps extends Omit<ComponentProps<typeof Input>, 'type'> {
  label: string;
  error: string | undefined;
  description?: string;
}

/** A password, and a button that shows it. */
export function PasswordField({ label, error, description, ...input }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="relative">
      <Field label={label} error={error} {...(description === undefined ? {} : { description })}>
        <Input
          {...input}
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          className="pr-12"
        />
      </Field>
      <button
        type="button"
        aria-label={`${isShown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
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
  );
}
