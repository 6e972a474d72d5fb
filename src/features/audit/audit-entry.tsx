import { type ReactNode, useCallback } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { aboutWords, detailsOf, whoWords } from '#entities/words/audit-entry-words.ts';
import { auditChanges, auditTitle } from '#entities/words/audit-words.ts';
import type { KnownNames } from '#entities/words/say.ts';
import { firstKnown, namesById, useNames } from '#screens/device/record-names.ts';
import { absentAsNull } from '#screens/device/signed-in.ts';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { Fact, FactList } from '#ui/facts.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { ServerData } from '#ui/server-data.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#ui/table.tsx';
import { usePeople } from './audit-people.ts';
import { subjectName } from './audit-rows.ts';

type Entry = ReplyOf<Endpoints['audit.read']>;

interface AuditEntryProps {
  id: string;
  back: ReactNode;
  notFound: ReactNode;
  /** Links to the log of one record, or of one student. */
  linkTo: (to: { record: string } | { student: string }, words: string) => ReactNode;
}

/** One entry of the audit: what changed from what to what, and its place in the chain. */
export function AuditEntry({ id, back, notFound, linkTo }: AuditEntryProps) {
  const answer = useKeptAnswer(
    'audit-entry',
    JSON.stringify({ id }),
    useCallback((api: ApiClient) => absentAsNull(api.call('audit.read', { params: { id } })), [id]),
  );
  const { people } = usePeople();
  const known = useNames();
  if (answer.result === null) return notFound;
  const names: KnownNames = {
    ...known,
    providers: firstKnown(namesById(people), known?.providers),
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {back}
      <ServerData name="the entry" state={{ ...answer, result: answer.result }}>
        {(entry) => <Shown entry={entry} names={names} linkTo={linkTo} />}
      </ServerData>
    </div>
  );
}

interface ShownProps extends Pick<AuditEntryProps, 'linkTo'> {
  entry: Entry;
  names: KnownNames;
}

function Shown({ entry, names, linkTo }: ShownProps) {
  const about = aboutWords(entry, names);
  const changes = auditChanges(entry, names);
  const isStudent = entry.entity === 'student' || entry.entity === 'student_account';
  const student = isStudent ? entry.row_id : (entry.details.student ?? null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <PageHeader
        title={auditTitle(entry.action)}
        description={`${whoWords(entry)}, ${pacificDisplay(entry.at)}`}
      />
      {changes.length > 0 && (
        <Card>
          <CardHeader>
            <CardTitle>What changed</CardTitle>
          </CardHeader>
          <CardContent className="overflow-x-auto">
            <Table aria-label="What changed">
              <TableHeader>
                <TableRow>
                  <TableHead>Field</TableHead>
                  <TableHead>Before</TableHead>
                  <TableHead>After</TableHead>
                </TableRow>
              </TableHeader>
              <TableBody>
                {changes.map(({ field, label, before, after }) => (
                  <TableRow key={field}>
                    <TableCell className="py-2 align-top font-medium">{label}</TableCell>
                    <TableCell className="whitespace-pre-wrap break-words py-2 align-top">{before}</TableCell>
                    <TableCell className="whitespace-pre-wrap break-words py-2 align-top">{after}</TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </CardContent>
        </Card>
      )}
      <Card>
        <CardHeader>
          <CardTitle>Entry</CardTitle>
        </CardHeader>
        <CardContent>
          <FactList>
            <Fact name="Person">{whoWords(entry)}</Fact>
            <Fact name="Time">{`${pacificDisplay(entry.at)}, Pacific`}</Fact>
            {about !== '' && <Fact name="About">{about}</Fact>}
            {entry.entity !== null && <Fact name="Kind of record">{subjectName(entry.entity)}</Fact>}
            {detailsOf(entry, names).map(({ label, value }) => (
              <Fact key={label} name={label}>
                {value}
              </Fact>
            ))}
            {entry.row_id !== null && (
              <Fact name="Record ID">
                {entry.row_id}
                <span className="block">
                  {linkTo({ record: entry.row_id }, 'All entries for this record')}
                </span>
              </Fact>
            )}
            {student !== null && (
              <Fact name="Student">{linkTo({ student }, 'Access record of this student')}</Fact>
            )}
            {entry.row_version !== null && <Fact name="Version">{entry.row_version}</Fact>}
            <Fact name="Request ID">{entry.request_id ?? 'None'}</Fact>
            <Fact name="Hash chain">
              {entry.position === null
                ? 'Not in the chain yet. New entries are added within seconds.'
                : `Record ${entry.position.toLocaleString('en-US')}`}
              {entry.hash !== null && (
                <span className="block break-all text-muted-foreground text-xs">{entry.hash}</span>
              )}
            </Fact>
          </FactList>
        </CardContent>
      </Card>
    </div>
  );
}
