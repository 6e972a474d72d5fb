import { ArrowLeftRight } from 'lucide-react';
import { useCallback, useState } from 'react';
import { toast } from 'sonner';
import { v7 as uuidv7 } from 'uuid';
import type { StudentFile } from '#contract/student.ts';
import type { MergePreview } from '#contract/student-merge.ts';
import { studentById } from '#db/student-file.ts';
import { recordWords } from '#domain/students/namesakes.ts';
import { lastUndoDay, type MergeField, suggestedFields } from '#domain/students/student-merge.ts';
import { fullName } from '#domain/students/student-name.ts';
import { counted } from '#domain/text/counted.ts';
import { displayDay } from '#domain/time/pacific.ts';
import type { KnownNames } from '#entities/words/say.ts';
import { useNames } from '#screens/device/record-names.ts';
import { useServerCommand } from '#screens/device/server-write.ts';
import { useLocal, useServerData } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { Confirmation } from '#ui/confirmation.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { ServerData } from '#ui/server-data.tsx';
import { MergeFields } from './merge-choices.tsx';
import { MergePartner } from './merge-partner.tsx';
import { movedWords } from './merge-words.ts';

interface MergeStudentsScreenProps {
  /** The student who stays, and the record that is archived; null until chosen. */
  stays: string;
  merged: string | null;
  onChoose: (sides: { stays: string; merged: string | null }) => void;
  onMerged: (stays: string) => void;
}

/** Compares two records of one child, shows what moves, and merges them. */
export function MergeStudentsScreen({ stays, merged, onChoose, onMerged }: MergeStudentsScreenProps) {
  const student = useLocal((db) => studentById(db, stays), [stays]);
  return (
    <div className="grid gap-5">
      <PageHeader
        title="Merge student records"
        description="Combine two records of the same child. You can undo a merge for 30 days."
      />
      {merged === null ? (
        student != null && (
          <MergePartner student={student} onChoose={(other) => onChoose({ stays, merged: other })} />
        )
      ) : (
        <Comparison key={`${stays} ${merged}`} {...{ stays, merged, onChoose, onMerged }} />
      )}
    </div>
  );
}

function Comparison({
  stays,
  merged,
  onChoose,
  onMerged,
}: Omit<MergeStudentsScreenProps, 'merged'> & { merged: string }) {
  const preview = useServerData(
    useCallback(
      (api: ApiClient) => api.call('student-merge.read-preview', { query: { stays, merged } }),
      [stays, merged],
    ),
  );
  return (
    <ServerData name="the comparison" state={preview}>
      {(shown) => (
        <Compared
          // A reloaded comparison starts from its own suggestions.
          key={`${shown.stays.version} ${shown.merged.version}`}
          preview={shown}
          onSwap={() => onChoose({ stays: merged, merged: stays })}
          onOther={() => onChoose({ stays, merged: null })}
          onMerged={onMerged}
          onRefused={preview.reload}
        />
      )}
    </ServerData>
  );
}

interface ComparedProps {
  preview: MergePreview;
  onSwap: () => void;
  onOther: () => void;
  onMerged: (stays: string) => void;
  onRefused: () => Promise<void>;
}

function Compared({ preview, onSwap, onOther, onMerged, onRefused }: ComparedProps) {
  const { stays, merged, refusals } = preview;
  const [chosen, setChosen] = useState<readonly MergeField[]>(() => suggestedFields(stays, merged));
  const [id] = useState<string>(() => uuidv7());
  const [isAsking, setAsking] = useState(false);
  const command = useServerCommand();
  const today = useToday();
  const [staysWords, mergedWords] = toldApart(preview, useNames());
  const merge = async () => {
    const body = {
      ...{ id, stays: stays.id, merged: merged.id, fields_of_merged: [...chosen] },
      ...{ stays_version: stays.version, merged_version: merged.version },
    };
    try {
      await command('student-merge.create', { body }, 0);
    } catch (problem) {
      // Someone may have changed one of the records.
      void onRefused();
      throw problem;
    }
    toast.success(`Records merged. You can undo this until ${displayDay(lastUndoDay(today))}.`);
    onMerged(stays.id);
  };
  return (
    <div className="grid gap-4">
      <div className="grid items-stretch gap-3 sm:grid-cols-[1fr_auto_1fr]">
        <Side title="Stays" file={stays} other={merged} />
        <Button variant="outline" className="self-center" onClick={onSwap}>
          <ArrowLeftRight aria-hidden="true" />
          Swap
        </Button>
        <Side title="Archived after the merge" file={merged} other={stays} />
      </div>
      {refusals.map((words) => (
        <p
          key={words}
          role="alert"
          className="rounded-lg bg-destructive-soft px-4 py-2.5 text-destructive text-sm"
        >
          {words}
        </p>
      ))}
      <MergeFields {...{ stays, merged, chosen }} onChange={setChosen} />
      <Moves preview={preview} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onOther}>
          Choose another record
        </Button>
        <Button disabled={refusals.length > 0} onClick={() => setAsking(true)}>
          Merge records
        </Button>
      </div>
      <Confirmation
        title={`Merge into ${staysWords}`}
        open={isAsking}
        onOpenChange={setAsking}
        onConfirm={merge}
      >
        Everything in the record of {mergedWords} moves, and that record is archived. You can undo this until{' '}
        {displayDay(lastUndoDay(today))}.
      </Confirmation>
    </div>
  );
}

/** "born 05/04/2017", "grade 3", and the school, as far as they are known. */
function knownOf(file: StudentFile, names: KnownNames | undefined): string[] {
  return [
    file.date_of_birth === null ? '' : `born ${displayDay(file.date_of_birth)}`,
    file.grade === '' ? '' : `grade ${file.grade}`,
    (file.location !== null && names?.locations?.get(file.location)) || '',
  ].filter((fact) => fact !== '');
}

/** What tells a record from the other one, which may hold just the same: then the end of its id. */
function tellingOf(file: StudentFile, other: StudentFile, names: KnownNames | undefined): string[] {
  const known = knownOf(file, names);
  const isAlike = fullName(file) === fullName(other) && known.join() === knownOf(other, names).join();
  return isAlike ? [...known, recordWords(file.id).toLowerCase()] : known;
}

/** Both names for the question, "Ida Quist (born 05/04/2018, grade 3)" if they are the same. */
function toldApart({ stays, merged }: MergePreview, names: KnownNames | undefined): [string, string] {
  const nameOf = (file: StudentFile, other: StudentFile) => {
    const telling = fullName(file) === fullName(other) ? tellingOf(file, other, names) : [];
    return telling.length === 0 ? fullName(file) : `${fullName(file)} (${telling.join(', ')})`;
  };
  return [nameOf(stays, merged), nameOf(merged, stays)];
}

interface SideProps {
  title: string;
  file: StudentFile;
  /** The record on the other side. */
  other: StudentFile;
}

function Side({ title, file, other }: SideProps) {
  const names = useNames();
  const known = tellingOf(file, other, names);
  return (
    <Card>
      <CardHeader>
        <p className="text-muted-foreground text-sm">{title}</p>
        <h2 className="font-semibold text-base">
          {fullName(file)} {file.archived && <Badge variant="neutral">Archived</Badge>}
        </h2>
        <p className="text-sm">{known.join(', ')}</p>
      </CardHeader>
    </Card>
  );
}

/** What moves, with counts, and what is special about it. */
function Moves({ preview }: { preview: MergePreview }) {
  const { stays, moves, series, sessions_of_both, services_of_both, rates_left } = preview;
  const remarks = [
    sessions_of_both > 0 &&
      `Both records are in ${counted(sessions_of_both, 'group session')}. The student will be listed once.`,
    services_of_both.length > 0 &&
      `Both records have ${services_of_both.join(', ')} at the same time. Check the services after the merge.`,
    rates_left > 0 &&
      `${counted(rates_left, 'rate')} ${rates_left === 1 ? 'stays' : 'stay'} with the archived record, because ${fullName(stays)} has one for the same service and year.`,
  ].filter((one) => one !== false);
  return (
    <Card>
      <CardHeader>
        <CardTitle>What moves to {fullName(stays)}</CardTitle>
      </CardHeader>
      <CardContent>
        {moves.length === 0 ? (
          <p className="text-sm">The other record is empty.</p>
        ) : (
          <ul className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2 lg:grid-cols-3">
            {moves.map((one) => (
              <li key={one.entity} className="tabular-nums">
                {movedWords(one)}
                {one.entity === 'calendar_event' && series > 0 && `, ${series} recurring`}
              </li>
            ))}
          </ul>
        )}
        {remarks.length > 0 && (
          <ul className="mt-3 grid gap-1 text-muted-foreground text-sm">
            {remarks.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        )}
      </CardContent>
    </Card>
  );
}
