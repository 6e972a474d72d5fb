import { useCallback } from 'react';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { ServerData } from '#ui/server-data.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#ui/table.tsx';
import { TimeDisplay } from '#ui/time-display.tsx';

const SHOWN = 20;

/** A user's newest logins. `version` is that of the user: ending logins changes them. */
export function UserLogins({ id, asked }: { id: string; asked: string }) {
  const answer = useKeptAnswer(
    'user-logins',
    JSON.stringify({ id, asked }),
    useCallback(
      (api: ApiClient) => api.call('auth.list-logins', { query: { user: id, limit: SHOWN } }),
      [id],
    ),
  );
  return (
    <Card>
      <CardHeader>
        <CardTitle>Recent logins</CardTitle>
      </CardHeader>
      <CardContent>
        <ServerData name="logins" state={answer}>
          {(logins) =>
            logins.length === 0 ? (
              <p className="text-muted-foreground text-sm">No logins yet.</p>
            ) : (
              <div className="overflow-x-auto">
                <Table aria-label="Recent logins">
                  <TableHeader>
                    <TableRow>
                      <TableHead>Logged in</TableHead>
                      <TableHead>Last active</TableHead>
                      <TableHead>Ended</TableHead>
                    </TableRow>
                  </TableHeader>
                  <TableBody>
                    {logins.map(({ id: login, signed_in_at, last_seen_at, ended_at }) => (
                      <TableRow key={login}>
                        <TableCell>
                          <TimeDisplay dateTime={signed_in_at}>{pacificDisplay(signed_in_at)}</TimeDisplay>
                        </TableCell>
                        <TableCell>
                          <TimeDisplay dateTime={last_seen_at}>{pacificDisplay(last_seen_at)}</TimeDisplay>
                        </TableCell>
                        <TableCell>{ended_at === null ? 'Not yet' : pacificDisplay(ended_at)}</TableCell>
                      </TableRow>
                    ))}
                  </TableBody>
                </Table>
              </div>
            )
          }
        </ServerData>
      </CardContent>
    </Card>
  );
}
