import { NotebookPen } from 'lucide-react';
import type { ReactNode } from 'react';
import { providersById } from '#db/people.ts';
import { notesOfStudent } from '#db/soap-notes.ts';
import { resultWords } from '#domain/notes/goal-accuracy.ts';
import { hasResult } from '#domain/notes/soap-signature.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { useLocal } from '#sync/signed-in.ts';
import { Badge } from '#ui/badge.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { noteState } from './note-words.ts';

interface SoapNotesProps {
  /** The id of the student. */
  student: string;
  /** A link to the session that a note is about. */
  linkTo: (session: string, content: ReactNode, className: string) => ReactNode;
}

/** The notes about a student, newest first. Each opens with its session, where it is written. */
export function SoapNotes({ student, linkTo }: SoapNotesProps) {
  const notes = useLocal((db) => notesOfStudent(db, student), [student]);
  const providers = useLocal(providersById, []);
  if (notes === undefined || providers === undefined) return null;
  if (notes.length === 0) {
    return (
      <EmptyState icon={NotebookPen} title="No SOAP notes yet">
        A note is begun from a session with the student.
      </EmptyState>
    );
  }
  return (
    <ul className="grid gap-2">
      {notes.map(({ note, entries }) => {
        const state = noteState(note);
        const provider = providers.get(note.provider);
        const results = entries.filter(hasResult).flatMap((entry) => resultWords(entry) ?? []);
        return (
          <li key={note.id}>
            {linkTo(
              note.session,
              <>
                <span className="flex flex-wrap items-center justify-between gap-2">
                  <span className="font-medium tabular-nums">{displayDay(note.note_date)}</span>
                  <Badge variant={state.variant}>{state.label}</Badge>
                </span>
                <span className="block truncate text-muted-foreground text-sm">
                  {[provider && providerName(provider), ...results].filter(Boolean).join(' · ')}
                </span>
              </>,
              'block rounded-lg border border-border bg-card p-3 hover:bg-accent',
            )}
          </li>
        );
      })}
    </ul>
  );
}
