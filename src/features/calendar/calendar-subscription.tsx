import { CalendarSync } from 'lucide-react';
import { useState } from 'react';
import { isInvited } from '#db/calendar-events.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { SubscriptionDialog } from './subscription-dialog.tsx';

/** The private link to your own calendar, for people who have one: providers and invited staff. */
export function CalendarSubscription() {
  const { user_id, provider_id } = useSignedIn().profile;
  const isGuest = useLocal((db) => isInvited(db, user_id), [user_id]) === true;
  const [isOpen, setOpen] = useState(false);
  if (provider_id === null && !isGuest) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Calendar subscription</CardTitle>
      </CardHeader>
      <CardContent className="grid justify-items-start gap-3">
        <p className="text-muted-foreground text-sm">
          See your Caseload calendar in Google, Outlook, or Apple Calendar with a private link.
        </p>
        <Button variant="outline" onClick={() => setOpen(true)}>
          <CalendarSync aria-hidden="true" />
          Manage calendar link
        </Button>
        {isOpen && <SubscriptionDialog onClose={() => setOpen(false)} />}
      </CardContent>
    </Card>
  );
}
