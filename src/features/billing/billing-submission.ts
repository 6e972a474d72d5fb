import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import type { ServerFieldErrors } from '#screens/device/server-write.ts';
import { useOneAtATime } from '#ui/save-once.ts';

interface SubmissionParts {
  /** Those with a place of their own; errors of others are shown above the buttons. */
  fields: readonly string[];
  /** Errors that need no server, by field. */
  check?: () => Readonly<Record<string, string>>;
  /** Null if the server accepted it; otherwise the errors by field. */
  send: () => Promise<ServerFieldErrors>;
  /** "Batch created" */
  done: string;
  /** After it was accepted. */
  onAccepted?: () => void;
  /** After every answer, so that what is shown is as it is now. */
  onDone: () => Promise<void>;
}

/** A small form of billing that is sent once: its errors by field, and what failed otherwise. */
export interface Submission {
  errors: Readonly<Record<string, string>>;
  problem: string | null;
  isBusy: boolean;
  /** The form: its first field with an error gets the focus. */
  form: RefObject<HTMLFormElement | null>;
  submit: (event: FormEvent) => void;
}

export function useSubmission({
  fields,
  check,
  send,
  done,
  onAccepted,
  onDone,
}: SubmissionParts): Submission {
  const once = useOneAtATime();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    // Of a group, its first control.
    (field?.matches('fieldset') ? field.querySelector<HTMLElement>('button, input') : field)?.focus();
  }, [errors]);
  const run = async () => {
    setProblem(null);
    const local = check?.() ?? {};
    setErrors(local);
    if (Object.keys(local).length > 0) return;
    setBusy(true);
    try {
      const refused = await send();
      if (refused === null) {
        toast.success(done, { duration: 2_500 });
        onAccepted?.();
      } else {
        setErrors(refused);
        const others = Object.entries(refused).filter(([field]) => !fields.includes(field));
        if (others.length > 0) setProblem(others.map(([, words]) => words).join(' '));
      }
    } catch (thrown) {
      setProblem(thrown instanceof Error ? thrown.message : String(thrown));
    } finally {
      setBusy(false);
      await onDone();
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void once(run);
  };
  return { errors, problem, isBusy, form, submit };
}
