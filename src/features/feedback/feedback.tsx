import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { v7 as uuidv7 } from 'uuid';
import type { Feedback as FeedbackRow } from '#contract/tickets.ts';
import { keepCall } from '#db/waiting-calls.ts';
import { seesWholeOrganization } from '#domain/access/permissions.ts';
import { LONGEST_TICKET_TEXT } from '#domain/tickets/ticket.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { useKeptDraft } from '#screens/device/kept-draft.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import { useReloadOnArrival } from '#screens/waiting/arrivals.ts';
import { WaitingCalls } from '#screens/waiting/saved-calls.tsx';
import type { ApiClient } from '#sync/api-client.ts';
import { isoNow } from '#sync/clock.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useSaveOnce } from '#ui/save-once.ts';
import { Select } from '#ui/select.tsx';
import { ServerData } from '#ui/server-data.tsx';
import { Textarea } from '#ui/textarea.tsx';

const RATINGS = [
  { value: '5', label: 'Great' },
  { value: '4', label: 'Good' },
  { value: '3', label: 'OK' },
  { value: '2', label: 'Not good' },
  { value: '1', label: 'Poor' },
];
const LONGEST_SCREEN = 200;
const DRAFT = 'feedback';

interface Values {
  rating: string;
  message: string;
  screen: string;
}
const EMPTY: Values = { rating: '', message: '', screen: '' };

const ask = (api: ApiClient) => api.call('feedback.list');

/** Feedback about the app, apart from tickets; written offline too. */
export function Feedback() {
  const { profile } = useSignedIn();
  const isOffice = seesWholeOrganization({ role: profile.auth, grants: profile.grants });
  const answer = useKeptAnswer('feedback', '{}', ask);
  const { reload } = answer;
  useReloadOnArrival(reload);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <PageHeader
        title="Feedback"
        description="Tell us what works and what doesn't. If you need help with a problem, press Support instead."
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <GiveFeedback />
        <div className="grid gap-4">
          <WaitingCalls only={({ endpoint }) => endpoint === 'feedback.create'} />
          <Card>
            <CardHeader>
              <CardTitle>{isOffice ? 'Feedback from everyone' : 'Your feedback'}</CardTitle>
            </CardHeader>
            <CardContent>
              <ServerData name="feedback" state={answer}>
                {(given) => <Given rows={given} />}
              </ServerData>
            </CardContent>
          </Card>
        </div>
      </div>
    </div>
  );
}

function Given({ rows }: { rows: readonly FeedbackRow[] }) {
  if (rows.length === 0) return <p className="text-muted-foreground text-sm">No feedback yet.</p>;
  return (
    <ul aria-label="Feedback so far" className="grid gap-4">
      {rows.map(({ id, message, rating, screen, author_name, captured_at }) => (
        <li key={id} className="grid gap-1 border-border border-l-2 pl-3">
          <p className="flex flex-wrap gap-x-2 text-sm">
            <span className="font-medium">{author_name}</span>
            <span className="text-muted-foreground tabular-nums">
              {[
                RATINGS.find(({ value }) => value === String(rating))?.label,
                screen,
                pacificDisplay(captured_at),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </p>
          <p className="wrap-anywhere whitespace-pre-wrap text-sm leading-6">{message}</p>
        </li>
      ))}
    </ul>
  );
}

function GiveFeedback() {
  const { workspace } = useSignedIn();
  const draft = useKeptDraft(DRAFT);
  const [typed, setTyped] = useState<Values | null>(null);
  const [problem, setProblem] = useState<string | undefined>();
  const { isSaving, save } = useSaveOnce();
  const values = typed ?? { ...EMPTY, ...(draft.found as Partial<Values> | null | undefined) };
  const change = (changes: Partial<Values>) => {
    const next = { ...values, ...changes };
    setTyped(next);
    setProblem(undefined);
    draft.keep(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { rating, message, screen } = values;
    if (message.trim() === '') return setProblem('Enter your feedback.');
    if (message.length > LONGEST_TICKET_TEXT) return setProblem('Use at most 10,000 characters.');
    return void save(async () => {
      try {
        const body = { id: uuidv7(), rating: rating === '' ? null : Number(rating), message, screen };
        const about = { endpoint: 'feedback.create', params: {}, problem: null } as const;
        const captured_at = isoNow(workspace.clock);
        await keepCall(workspace.db, { key: uuidv7(), body, captured_at, ...about }, DRAFT);
        await draft.drop();
        setTyped(EMPTY);
        workspace.wake();
        toast.success('Thank you. Feedback saved on this device.', { duration: 2_500 });
      } catch (failed) {
        setProblem(failed instanceof Error ? failed.message : String(failed));
      }
    });
  };
  return (
    <Card>
      <CardHeader>
        <CardTitle>Give feedback</CardTitle>
      </CardHeader>
      <CardContent>
        <form className="grid gap-4" noValidate aria-label="Give feedback" onSubmit={submit}>
          <Field label="How is Caseload working for you?">
            <Select
              name="rating"
              value={values.rating}
              onChange={({ target }) => change({ rating: target.value })}
            >
              <option value="">Choose…</option>
              {RATINGS.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Screen" description="Which screen is it about? Leave blank for the whole app.">
            <Input
              name="screen"
              autoComplete="off"
              maxLength={LONGEST_SCREEN}
              value={values.screen}
              onChange={({ target }) => change({ screen: target.value })}
            />
          </Field>
          <Field label="Feedback" required error={problem} description="Don't include student names.">
            <Textarea
              name="message"
              rows={6}
              value={values.message}
              onChange={({ target }) => change({ message: target.value })}
            />
          </Field>
          <Button type="submit" className="justify-self-end" progress={isSaving ? 'loading' : 'idle'}>
            Send feedback
          </Button>
        </form>
      </CardContent>
    </Card>
  );
}
