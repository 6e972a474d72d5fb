import { APP_VERSION } from '#contract/app-version.ts';
import { Badge } from '#ui/badge.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { RELEASES } from './releases.ts';

/** What changed in the app, newest first. */
export function Changelog() {
  return (
    <div className="grid max-w-3xl gap-4">
      <PageHeader title="Changelog" description="What's new in Caseload." />
      {RELEASES.map(({ version, title, changes }) => (
        <Card key={version}>
          <CardHeader>
            <CardTitle className="flex flex-wrap items-center gap-2">
              {title}
              <Badge variant={version === APP_VERSION ? 'default' : 'neutral'}>{version}</Badge>
            </CardTitle>
          </CardHeader>
          <CardContent>
            <ul className="grid list-disc gap-1.5 pl-5 text-sm leading-6">
              {changes.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
          </CardContent>
        </Card>
      ))}
    </div>
  );
}
