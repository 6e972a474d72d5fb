import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import {
  MAIL_CHOICE_LABELS,
  MAIL_CHOICES,
  type MailSettings,
  mailSettingsProblems,
} from '#domain/notifications/mail-settings.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { RadioGroup, RadioGroupItem } from '#ui/radio-group.tsx';
import { useSaveOnce } from '#ui/save-once.ts';
import { ServerData } from '#ui/server-data.tsx';
import { useUnsavedChanges } from '#ui/unsaved-changes.ts';

const readSettings = (api: ApiClient) => api.call('notification.read-settings');

/** When the person gets emails about notifications. */
export function MailSettingsCard() {
  const answer = useKeptAnswer('notification-settings', '{}', readSettings);
  return (
    <Card className="max-w-3xl">
      <CardHeader>
        <CardTitle>Emails</CardTitle>
        <CardDescription>
          Emails say how many new notifications you have, not what they're about. Times are Pacific.
        </CardDescription>
      </CardHeader>
      <CardContent>
        <ServerData name="your settings" state={answer}>
          {(saved) => <MailSettingsForm saved={saved} reload={answer.reload} />}
        </ServerData>
      </CardContent>
    </Card>
  );
}

const TIMES = ['quiet_from', 'quiet_until', 'daily_at'] as const;
type Problems = Readonly<Partial<Record<string, string>>>;

function MailSettingsForm({ saved, reload }: { saved: MailSettings; reload: () => Promise<void> }) {
  const write = useServerWrite({ refreshes: false });
  const [typed, setTyped] = useState<Partial<MailSettings>>({});
  const [problems, setProblems] = useState<Problems>({});
  const { isSaving, save } = useSaveOnce();
  const values = { ...saved, ...typed };
  const isChanged = JSON.stringify(values) !== JSON.stringify(saved);
  useUnsavedChanges(isChanged, () => setTyped({}));
  const change = (changes: Partial<MailSettings>) => {
    setTyped({ ...typed, ...changes });
    setProblems({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = TIMES.filter((name) => values[name] === '');
    const found: Problems =
      missing.length > 0
        ? Object.fromEntries(missing.map((name) => [name, 'Enter a time.']))
        : mailSettingsProblems(values);
    if (Object.keys(found).length > 0) return setProblems(found);
    void save(async () => {
      try {
        const refused = await write('notification.save-settings', { body: values }, 0);
        if (refused !== null) return setProblems(refused);
        await reload();
        setTyped({});
        toast.success('Saved', { duration: 2_500 });
      } catch (failed) {
        setProblems({ form: failed instanceof Error ? failed.message : String(failed) });
      }
    });
  };
  const time = (name: (typeof TIMES)[number], label: string) => (
    <Field label={label} error={problems[name]}>
      <Input type="time" value={values[name]} onChange={({ target }) => change({ [name]: target.value })} />
    </Field>
  );
  return (
    <form noValidate aria-label="Emails" className="grid gap-4" onSubmit={submit}>
      <RadioGroup
        aria-label="When to send emails"
        value={values.mail}
        onValueChange={(mail) => change({ mail: MAIL_CHOICES.find((one) => one === mail) ?? 'soon' })}
      >
        {MAIL_CHOICES.map((choice) => (
          <RadioGroupItem key={choice} value={choice}>
            {MAIL_CHOICE_LABELS[choice]}
          </RadioGroupItem>
        ))}
      </RadioGroup>
      <div className="grid gap-4 sm:grid-cols-3">
        {time('quiet_from', 'Quiet from')}
        {time('quiet_until', 'Quiet until')}
        {values.mail === 'daily' && time('daily_at', 'Daily email at')}
      </div>
      {problems.form !== undefined && (
        <p role="alert" className="text-destructive text-sm">
          {problems.form}
        </p>
      )}
      <Button
        type="submit"
        className="justify-self-start"
        disabled={!isChanged}
        progress={isSaving ? 'loading' : 'idle'}
      >
        Save
      </Button>
    </form>
  );
}
