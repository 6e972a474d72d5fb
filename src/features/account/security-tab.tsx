import { type ReactNode, useCallback } from 'react';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#ui/card.tsx';
import { ServerData } from '#ui/server-data.tsx';
import { OwnDevices } from './my-devices.tsx';
import { PasswordCard } from './password-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';

/** The password, the second factor, the devices that are logged in, and the link to the calendar. */
export function SecurityTab({ calendar }: { calendar: ReactNode }) {
  const devices = useKeptAnswer(
    'own-devices',
    '{}',
    useCallback((api: ApiClient) => api.call('auth.list-own-devices'), []),
  );
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="grid gap-4">
        <PasswordCard onChanged={() => void devices.reload()} />
        <SecondFactorCard />
        {calendar}
      </div>
      <Card>
        <CardHeader>
          <CardTitle>My devices</CardTitle>
          <CardDescription>Where you're logged in to Caseload.</CardDescription>
        </CardHeader>
        <CardContent className="grid gap-3">
          <ServerData name="your devices" state={devices}>
            {(listed) => <OwnDevices devices={listed} onChanged={devices.reload} />}
          </ServerData>
        </CardContent>
      </Card>
    </div>
  );
}
