import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { fileRefusal, filesNotHere, noteOpened } from '#db/followed-files.ts';
import { syncPosition } from '#sync/pull/pull.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { useLocal, useSignedIn } from './signed-in.ts';

/** The device follows the files of these students from now on, and gets them if it is online. */
export function useFollowedFiles(students: readonly string[]): void {
  const { workspace, engine } = useSignedIn();
  const { db } = workspace;
  const named = students.join(' ');
  useEffect(() => {
    if (named === '') return;
    noteOpened(db, named.split(' ')).then(
      (isNew) => {
        if (isNew) void engine.refresh();
      },
      (problem) => console.warn('A file that was opened was not noted.', problem),
    );
  }, [db, engine, named]);
}

/** Those of these students whose files aren't on this device, or not wholly yet; undefined until that is known. */
export function useFilesNotHere(students: readonly string[]): readonly string[] | undefined {
  return useLocal((db) => filesNotHere(db, students), [students.join(' ')]);
}

interface FileGateProps {
  student: string;
  /** What `useFilesNotHere` told the screen already. */
  known?: readonly string[];
  children: ReactNode;
}

/** Part of a student's file, once the file is on this device. Nothing follows from a file that isn't here. */
export function FileGate({ student, known, children }: FileGateProps) {
  const away = useFilesNotHere([student]) ?? known;
  if (away === undefined) return null;
  if (away.length === 0) return children;
  return <NotHere student={student} />;
}

interface StudentGateProps {
  student: string;
  /** For a student who doesn't exist or whom this person may not see. */
  notFound: ReactNode;
}

/**
 * In the place of a student who isn't on this device: someone who may see everyone waits for the file, because students archived
 * long ago are only on devices that follow them.
 */
export function StudentGate({ student, notFound }: StudentGateProps) {
  const position = useLocal(syncPosition, []);
  const refusal = useLocal((db) => fileRefusal(db, student), [student]);
  useFollowedFiles([student]);
  if (position === undefined || refusal === undefined) return null;
  return position.sees_all !== true || refusal === 'no-access' ? notFound : <NotHere student={student} />;
}

function NotHere({ student }: { student: string }) {
  return (
    <Card>
      <div
        role="status"
        className="grid justify-items-center gap-3 px-4 py-8 text-center text-muted-foreground text-sm"
      >
        <WhyNotHere student={student} />
      </div>
    </Card>
  );
}

function WhyNotHere({ student }: { student: string }) {
  const { workspace, engine } = useSignedIn();
  const { isReachable, fault } = useSyncExternalStore(engine.subscribe, engine.getStatus);
  const refusal = useLocal((db) => fileRefusal(db, student), [student]);
  if (isReachable === false) return <p>Not on this device. It opens when you are online.</p>;
  if (refusal == null && fault !== null) {
    return <p>This file can't load right now. Open the Sync center to see why.</p>;
  }
  if (refusal == null) return <p>Loading the file…</p>;
  return (
    <>
      <p>
        {refusal === 'no-access'
          ? "You don't have access to this file. Ask your office if you need it."
          : `The file couldn't be opened. ${refusal}`}
      </p>
      <Button
        size="sm"
        variant="outline"
        onClick={() => void noteOpened(workspace.db, [student]).then(() => engine.refresh())}
      >
        Try again
      </Button>
    </>
  );
}
