import { Pencil } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import type { Availability } from '#contract/availability.ts';
import { seesWholeOrganization } from '#domain/access/permissions.ts';
import { daysOffText, daysOffWithin, weeklyHoursTexts } from '#domain/providers/weekly-hours.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';
import { useRecordEdit } from '#screens/list/record-edit.tsx';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#ui/card.tsx';
import { Fact, FactList } from '#ui/facts.tsx';
import { ServerData } from '#ui/server-data.tsx';
import { AvailabilityForm } from './availability-form.tsx';

interface AvailabilityCardProps {
  /** A provider whom the person sees. */
  provider: string;
}

/** A provider's weekly hours and time off. The office and the provider change them; planning warns, and never refuses. */
export function AvailabilityCard({ provider }: AvailabilityCardProps) {
  const { profile } = useSignedIn();
  const edit = useRecordEdit<Availability>();
  const answer = useKeptAnswer(
    'availability',
    JSON.stringify({ id: provider }),
    useCallback((api: ApiClient) => api.call('availability.read', { params: { id: provider } }), [provider]),
  );
  const mayEdit =
    provider === profile.provider_id || seesWholeOrganization({ role: profile.auth, grants: profile.grants });
  return (
    <Card className="max-w-3xl">
      <CardHeader>
        <CardTitle>Availability</CardTitle>
        <CardDescription>Anyone who schedules outside these hours gets a warning.</CardDescription>
      </CardHeader>
      <CardContent className="grid gap-4">
        <ServerData name="availability" state={answer}>
          {(availability) => (
            <>
              <Facts availability={availability} />
              {mayEdit && (
                <Button
                  variant="outline"
                  className="justify-self-start print:hidden"
                  onClick={() => edit.open(availability)}
                >
                  <Pencil aria-hidden="true" />
                  Edit availability
                </Button>
              )}
              {edit.form((opened, { onClose }) => (
                <AvailabilityForm
                  availability={opened ?? availability}
                  // Also after a refused save: someone else may have changed it.
                  onClose={() => {
                    onClose();
                    void answer.reload();
                  }}
                />
              ))}
            </>
          )}
        </ServerData>
      </CardContent>
    </Card>
  );
}

function Facts({ availability: { weekly, days_off } }: { availability: Availability }) {
  const coming = daysOffWithin(days_off, useToday(), null);
  const lines = (items: readonly [string, ReactNode][]) =>
    items.map(([key, words]) => (
      <span key={key} className="block">
        {words}
      </span>
    ));
  return (
    <FactList>
      <Fact name={fieldLabel('availability', 'weekly')}>
        {weekly.length === 0 ? 'Not entered' : lines(weeklyHoursTexts(weekly).map((words) => [words, words]))}
      </Fact>
      <Fact name={fieldLabel('availability', 'days_off')}>
        {coming.length === 0
          ? 'None planned'
          : lines(
              coming.map((one) => [
                `${one.start_date} ${one.end_date} ${one.reason}`,
                one.reason === '' ? daysOffText(one) : `${daysOffText(one)}, ${one.reason}`,
              ]),
            )}
      </Fact>
    </FactList>
  );
}
