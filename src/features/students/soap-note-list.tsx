import { FileText } from 'lucide-react';
import { type LocalSoapNote, soapNotesInFile } from '#db/student-file.ts';
import type { SoapState } from '#domain/notes/soap-note.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { useNamedRecords } from '#sync/named-records.ts';
import { useLocal } from '#sync/signed-in.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { RecordState } from '#ui/record-state.tsx';
import { RECORD_STATES } from './file-words.ts';

const STATE_WORDS: Record<SoapState, string> = {
  draft: 'Draft',
  signed: 'Signed',
  'co-signed': 'Co-signed',
  returned: 'Returned',
};
const STATE_LOOKS = {
  draft: 'neutral',
  signed: 'success',
  'co-signed': 'success',
  returned: 'warning',
} as const;

const PARTS: readonly [keyof LocalSoapNote & ('subjective' | 'objective' | 'assessment' | 'plan'), string][] =
  [
    ['subjective', 'Subjective'],
    ['objective', 'Objective'],
    ['assessment', 'Assessment'],
    ['plan', 'Plan'],
  ];

interface SoapNoteListProps {
  student: string;
  /** Only so many, newest first; all where nothing. */
  most?: number;
  /** Opens the session that a note is about. */
  onOpenSession: (id: string) => void;
}

/** The student's SOAP notes on this device, newest first, to be read. */
export function SoapNoteList({ student, most, onOpenSession }: SoapNoteListProps) {
  const notes = useLocal((db) => soapNotesInFile(db, student), [student]);
  const named = useNamedRecords();
  if (notes === undefined || named === undefined) return null;
  if (notes.length === 0) {
    return (
      <Card>
        <EmptyState icon={FileText} title="No SOAP notes yet">
          They appear here once a session has one that is yours to read.
        </EmptyState>
      </Card>
    );
  }
  const services = new Map(named.services.map(({ id, name }) => [id, name]));
  return (
    <ul aria-label="SOAP notes" className="grid gap-3">
      {notes.slice(0, most).map((note) => {
        const author = named.providers.get(note.provider);
        return (
          <li key={note.id} className="grid gap-3 rounded-lg border border-border bg-card p-4 text-sm">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-medium tabular-nums">{displayDay(note.note_date)}</span>
              <span className="text-muted-foreground">
                {[services.get(note.service), author && providerName(author)].filter(Boolean).join(', ')}
              </span>
              <Badge variant={STATE_LOOKS[note.state]}>{STATE_WORDS[note.state]}</Badge>
              {note.record_state !== 'sent' && <RecordState state={RECORD_STATES[note.record_state]} />}
              <Button
                size="sm"
                variant="ghost"
                className="ml-auto"
                onClick={() => onOpenSession(note.session)}
              >
                Open session<span className="sr-only"> of {displayDay(note.note_date)}</span>
              </Button>
            </p>
            <dl className="grid gap-2">
              {PARTS.map(
                ([name, label]) =>
                  note[name] !== '' && (
                    <div key={name} className="grid gap-0.5 sm:grid-cols-[7rem_minmax(0,1fr)]">
                      <dt className="text-muted-foreground">{label}</dt>
                      <dd className="whitespace-pre-wrap break-words">{note[name]}</dd>
                    </div>
                  ),
              )}
            </dl>
          </li>
        );
      })}
    </ul>
  );
}
