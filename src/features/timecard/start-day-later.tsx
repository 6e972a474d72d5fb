import { Play } from 'lucide-react';
import { useId } from 'react';
import { Button } from '#ui/button.tsx';
import { Card, CardContent } from '#ui/card.tsx';

/** In place of today's card while its rows are still to come: a day that was started elsewhere may be among them. */
export function StartDayLater() {
  const reason = useId();
  return (
    <section aria-label="Timecard">
      <Card>
        <CardContent className="grid gap-2 px-4 pt-4 pb-3">
          <Button size="lg" disabled aria-describedby={reason}>
            <Play aria-hidden="true" />
            Start day
          </Button>
          <p id={reason} className="text-muted-foreground text-sm">
            You can start your day once today's records are loaded.
          </p>
        </CardContent>
      </Card>
    </section>
  );
}
