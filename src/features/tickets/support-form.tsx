import { CircleAlert } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { LONGEST_TICKET_TITLE, TICKET_CATEGORIES } from '#domain/tickets/ticket.ts';
import type { SupportContext, SupportEvent } from '#machines/support-dialog.ts';
import { Button } from '#ui/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { DiagnosticsChoice } from './diagnostics-choice.tsx';

interface SupportDialogProps {
  context: SupportContext;
  isSubmitting: boolean;
  send: (event: SupportEvent) => void;
}

/** Asks for a category, a title, and a description. What is entered stays if the dialog is closed. */
export function SupportDialog({ context, isSubmitting, send }: SupportDialogProps) {
  const { entry, problems, alert } = context;
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const isFilled = entry.category !== null || entry.title !== '' || entry.details !== '';
  const failed = Object.keys(problems).join(' ');
  useEffect(() => {
    if (failed !== '') form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failed]);
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isSubmitting && send({ type: 'support.closed' })}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Support</DialogTitle>
          <DialogDescription>
            Tell us what you need. Don't include student names: the people who read tickets don't work with
            students.
          </DialogDescription>
        </DialogHeader>
        <form
          id={formId}
          ref={form}
          noValidate
          aria-label="Support"
          className="grid grid-cols-[minmax(0,1fr)] gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            send({ type: 'support.submitted' });
          }}
        >
          {alert !== null && (
            <p
              role="alert"
              className="flex items-start gap-2 rounded-lg border border-border bg-destructive-soft px-3 py-2 text-destructive text-sm"
            >
              <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
              {alert}
            </p>
          )}
          <Field
            label="Support type"
            required
            error={problems.category === alert ? undefined : problems.category}
          >
            <Select
              name="category"
              value={entry.category ?? ''}
              aria-invalid={problems.category !== undefined}
              onChange={({ target }) => {
                const category = TICKET_CATEGORIES.find(({ code }) => String(code) === target.value)?.code;
                send({ type: 'support.changed', changes: { category: category ?? null } });
              }}
            >
              <option value="">Choose…</option>
              {TICKET_CATEGORIES.map(({ code, label }) => (
                <option key={code} value={code}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Title" required error={problems.title}>
            <Input
              name="title"
              maxLength={LONGEST_TICKET_TITLE}
              autoComplete="off"
              value={entry.title}
              onChange={({ target }) => send({ type: 'support.changed', changes: { title: target.value } })}
            />
          </Field>
          <Field
            label="Description"
            required
            error={problems.details}
            description="What happened, on which screen, and what you expected."
          >
            <Textarea
              name="details"
              rows={6}
              value={entry.details}
              onChange={({ target }) => send({ type: 'support.changed', changes: { details: target.value } })}
            />
          </Field>
          <DiagnosticsChoice
            value={entry.diagnostics}
            onChange={(diagnostics) => send({ type: 'support.changed', changes: { diagnostics } })}
          />
        </form>
        <DialogFooter>
          {isFilled && (
            <Button
              variant="ghost"
              className="mr-auto"
              disabled={isSubmitting}
              onClick={() => send({ type: 'support.cleared', id: uuidv7() })}
            >
              Clear form
            </Button>
          )}
          <Button variant="outline" disabled={isSubmitting} onClick={() => send({ type: 'support.closed' })}>
            Cancel
          </Button>
          <Button type="submit" form={formId} progress={isSubmitting ? 'loading' : 'idle'}>
            Submit
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
