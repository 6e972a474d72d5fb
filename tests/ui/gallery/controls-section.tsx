import { Download, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { DurationDisplay } from '#screens/device/duration-display.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card, CardContent, CardDescription, CardFooter, CardHeader, CardTitle } from '#ui/card.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { Label } from '#ui/label.tsx';
import { Progress } from '#ui/progress.tsx';
import { RadioGroup, RadioGroupItem } from '#ui/radio-group.tsx';
import { RecordState } from '#ui/record-state.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Separator } from '#ui/separator.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { TimeDisplay } from '#ui/time-display.tsx';

export function ControlsSection() {
  const [setting, setSetting] = useState<'individual' | 'group' | 'consult'>('group');
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card aria-label="Buttons">
        <CardHeader>
          <CardTitle>Buttons</CardTitle>
          <CardDescription>Variants, sizes and the states of a save</CardDescription>
        </CardHeader>
        <CardContent className="flex flex-col gap-4">
          <div className="flex flex-wrap gap-2">
            <Button>
              <Plus aria-hidden="true" />
              Add session
            </Button>
            <Button variant="secondary">Secondary</Button>
            <Button variant="outline">
              <Download aria-hidden="true" />
              CSV
            </Button>
            <Button variant="ghost">Ghost</Button>
            <Button variant="destructive">Delete</Button>
            <Button variant="link">Link</Button>
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <Button progress="loading">Save</Button>
            <Button progress="done">Save</Button>
            <Button variant="outline" progress="loading">
              Send
            </Button>
            <Button variant="outline" progress="done">
              Send
            </Button>
            <Button disabled>Save</Button>
            <Button size="sm" variant="outline">
              Small
            </Button>
            <Button size="lg">Large</Button>
            <Button size="icon" variant="outline" aria-label="Remove">
              <Trash2 aria-hidden="true" />
            </Button>
            <Button asChild variant="outline">
              <a href="#top">Back to the top</a>
            </Button>
          </div>
        </CardContent>
      </Card>
      <Card aria-label="Words that say a state">
        <CardHeader>
          <CardTitle>States in words</CardTitle>
        </CardHeader>
        <CardContent className="flex flex-col gap-4">
          <div className="flex flex-wrap gap-2">
            <StatusBadge active />
            <StatusBadge active={false} />
            <Badge>Primary</Badge>
            <Badge variant="neutral">Draft</Badge>
            <Badge variant="outline">12</Badge>
            <Badge variant="success">Approved</Badge>
            <Badge variant="warning">Changed duration</Badge>
            <Badge variant="destructive">Missing rate</Badge>
          </div>
          <div className="flex flex-wrap gap-x-6 gap-y-2">
            <RecordState state="waiting" />
            <RecordState state="sent" />
            <RecordState state="attention" />
            <RecordState state="waiting" iconOnly />
          </div>
          <Separator />
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <TimeDisplay dateTime="2026-11-21T08:05:00-08:00">11/21/2026 08:05 AM</TimeDisplay>
            <DurationDisplay minutes={45} />
            <DurationDisplay minutes={90} />
            <DurationDisplay minutes={-15} />
            <span>
              <Kbd>Ctrl</Kbd> <Kbd>K</Kbd>
            </span>
          </p>
        </CardContent>
      </Card>
      <Card aria-label="Choices">
        <CardHeader>
          <CardTitle>Choices</CardTitle>
        </CardHeader>
        <CardContent className="flex flex-col gap-4">
          <SegmentedControl
            aria-label="Setting"
            value={setting}
            onValueChange={setSetting}
            segments={[
              { value: 'individual', label: 'Individual' },
              { value: 'group', label: 'Group' },
              { value: 'consult', label: 'Consult' },
            ]}
          />
          <RadioGroup aria-label="Waiver" defaultValue="first_meal_6h">
            <RadioGroupItem value="none">Not waived</RadioGroupItem>
            <RadioGroupItem value="first_meal_6h">First meal waiver, days of up to 6 h</RadioGroupItem>
            <RadioGroupItem value="standing_6h" disabled>
              Standing agreement
            </RadioGroupItem>
          </RadioGroup>
          <div className="flex flex-wrap gap-6">
            {(['Remind me', 'Remote', 'All day'] as const).map((words, place) => (
              <span key={words} className="flex items-center gap-2.5">
                <Checkbox
                  id={`choice-${place}`}
                  defaultChecked={place === 0 ? true : place === 1 && 'indeterminate'}
                />
                <Label htmlFor={`choice-${place}`}>{words}</Label>
              </span>
            ))}
          </div>
        </CardContent>
      </Card>
      <Card aria-label="Progress">
        <CardHeader>
          <CardTitle>Long work</CardTitle>
          <CardDescription>Real progress, never a spinner over local data</CardDescription>
        </CardHeader>
        <CardContent className="flex flex-col gap-4">
          <Progress label="Bringing your sessions" value={1240} max={4000} detail="1,240 of 4,000" />
          <Progress label="Preparing" value={null} />
          <Skeleton className="h-9" />
        </CardContent>
        <CardFooter>
          <Button variant="outline" size="sm">
            Stop
          </Button>
        </CardFooter>
      </Card>
    </div>
  );
}
