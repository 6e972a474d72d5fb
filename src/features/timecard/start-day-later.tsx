import { Play } from 'lucide-react';
import { useId } from 'react';
import { Button } from '#ui/button.tsx';
import { Card, CardContent } from '#ui/card.tsx';

/**
 * Shown instead of today's timecard while its rows are loading: a day started elsewhere may be among them.
 */
export function StartDayLater() {
  const reason = useId();
  return (
    <section aria-label="Timecard">
      <Card>
        <CardContent className="grid gap-2 px-4 py-3">
          <Button disabled aria-describedby={reason}>
            <Play aria-hidden="true" />
            Clock in
          </Button>
          <p id={reason} className="text-muted-foreground text-sm">
            You can clock in once today's records are loaded.
          </p>
        </CardContent>
      </Card>
    </section>
  );
}
