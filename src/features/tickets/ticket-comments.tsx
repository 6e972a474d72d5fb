import { Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { v7 as uuidv7 } from 'uuid';
import type { TicketComment } from '#contract/tickets.ts';
import { keepCall } from '#db/waiting-calls.ts';
import { seesWholeOrganization } from '#domain/access/permissions.ts';
import { LONGEST_TICKET_TEXT } from '#domain/tickets/ticket.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { useKeptDraft } from '#screens/device/kept-draft.ts';
import { useServerCommand } from '#screens/device/server-write.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { useReloadOnArrival } from '#screens/waiting/arrivals.ts';
import { WaitingCalls } from '#screens/waiting/saved-calls.tsx';
import { isoNow } from '#sync/clock.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { DeleteConfirmation } from '#ui/delete-confirmation.tsx';
import { Field } from '#ui/field.tsx';
import { useSaveOnce } from '#ui/save-once.ts';
import { Textarea } from '#ui/textarea.tsx';

interface TicketCommentsProps {
  ticket: string;
  comments: readonly TicketComment[];
  reload: () => Promise<void>;
}

/** What was said about a ticket, and a field to say more, which works offline too. */
export function TicketComments({ ticket, comments, reload }: TicketCommentsProps) {
  useReloadOnArrival(reload);
  return (
    <Card>
      <CardHeader>
        <CardTitle>Comments</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-4">
        {comments.length === 0 && <p className="text-muted-foreground text-sm">No comments yet.</p>}
        {comments.length > 0 && (
          <ul aria-label="Comments" className="grid gap-4">
            {comments.map((comment) => (
              <Comment key={comment.id} comment={comment} reload={reload} />
            ))}
          </ul>
        )}
        <WaitingCalls
          only={({ endpoint, params }) => endpoint === 'ticket.create-comment' && params.id === ticket}
        />
        <NewComment ticket={ticket} />
      </CardContent>
    </Card>
  );
}

function commentProblem(text: string): string | undefined {
  if (text.trim() === '') return 'Enter a comment.';
  return text.length > LONGEST_TICKET_TEXT ? 'Use at most 10,000 characters.' : undefined;
}

function NewComment({ ticket }: { ticket: string }) {
  const { workspace } = useSignedIn();
  const name = `ticket-comment|${ticket}`;
  const draft = useKeptDraft(name);
  const [text, setText] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | undefined>();
  const { isSaving, save } = useSaveOnce();
  const found = (draft.found as { comment?: string } | null | undefined)?.comment ?? '';
  const shown = text ?? found;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = commentProblem(shown);
    if (wrong !== undefined) return setProblem(wrong);
    return void save(async () => {
      try {
        const written = { captured_at: isoNow(workspace.clock), problem: null };
        const about = { endpoint: 'ticket.create-comment', params: { id: ticket } } as const;
        const body = { id: uuidv7(), comment: shown };
        await keepCall(workspace.db, { key: uuidv7(), body, ...about, ...written }, name);
        await draft.drop();
        setText('');
        setProblem(undefined);
        workspace.wake();
        toast.success('Comment saved on this device', { duration: 2_500 });
      } catch (failed) {
        draft.keep({ comment: shown });
        setProblem(failed instanceof Error ? failed.message : String(failed));
      }
    });
  };
  return (
    <form className="grid gap-2" noValidate aria-label="New comment" onSubmit={submit}>
      <Field label="Add a comment" error={problem}>
        <Textarea
          rows={3}
          value={shown}
          onChange={({ target }) => {
            setText(target.value);
            setProblem(undefined);
            draft.keep({ comment: target.value });
          }}
        />
      </Field>
      <Button type="submit" className="justify-self-end" progress={isSaving ? 'loading' : 'idle'}>
        Add comment
      </Button>
    </form>
  );
}

interface CommentProps {
  comment: TicketComment;
  reload: () => Promise<void>;
}

function Comment({ comment, reload }: CommentProps) {
  const { profile } = useSignedIn();
  const command = useServerCommand();
  const [edited, setEdited] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | undefined>();
  const [isAsking, setAsking] = useState(false);
  const { isSaving, save } = useSaveOnce();
  const isOwn = comment.author === profile.user_id;
  const mayDelete =
    isOwn ||
    (comment.author !== null && seesWholeOrganization({ role: profile.auth, grants: profile.grants }));
  const input = { params: { id: comment.id } };
  const edit = (text: string | null) => {
    setEdited(text);
    setProblem(undefined);
  };
  const change = (text: string) =>
    save(async () => {
      try {
        await command('ticket.update-comment', { ...input, body: { comment: text } }, comment.version);
        await reload();
        edit(null);
      } catch (failed) {
        setProblem(failed instanceof Error ? failed.message : String(failed));
      }
    });
  return (
    <li className="grid gap-1.5 border-border border-l-2 pl-3">
      <div className="flex flex-wrap items-center gap-x-2">
        <span className="font-medium text-sm">{comment.author_name}</span>
        <span className="text-muted-foreground text-xs tabular-nums">
          {pacificDisplay(comment.captured_at)}
          {comment.version > 1 && ' · edited'}
        </span>
        <span className="ml-auto flex gap-1 print:hidden">
          {isOwn && edited === null && (
            <Button variant="ghost" size="sm" aria-label="Edit comment" onClick={() => edit(comment.comment)}>
              <Pencil aria-hidden="true" />
            </Button>
          )}
          {mayDelete && (
            <Button variant="ghost" size="sm" aria-label="Delete comment" onClick={() => setAsking(true)}>
              <Trash2 aria-hidden="true" />
            </Button>
          )}
        </span>
      </div>
      {edited === null ? (
        <p className="wrap-anywhere whitespace-pre-wrap text-sm leading-6">{comment.comment}</p>
      ) : (
        <form
          className="grid gap-2"
          noValidate
          aria-label="Edit comment"
          onSubmit={(event) => {
            event.preventDefault();
            const wrong = commentProblem(edited);
            if (wrong === undefined) void change(edited);
            else setProblem(wrong);
          }}
        >
          <Field label="Comment" error={problem}>
            <Textarea rows={3} value={edited} onChange={({ target }) => edit(target.value)} />
          </Field>
          <span className="flex justify-end gap-2">
            <Button variant="outline" onClick={() => edit(null)}>
              Cancel
            </Button>
            <Button type="submit" progress={isSaving ? 'loading' : 'idle'}>
              Save
            </Button>
          </span>
        </form>
      )}
      <DeleteConfirmation
        name="this comment"
        open={isAsking}
        onOpenChange={setAsking}
        onConfirm={async () => {
          await command('ticket.delete-comment', input, comment.version);
          await reload();
        }}
      />
    </li>
  );
}
