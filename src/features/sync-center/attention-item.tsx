import type { OpenedWrite } from '#db/outbox.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { conflictOf } from '#sync/merge/conflict.ts';
import { resendWrite } from '#sync/merge/needs-attention.ts';
import { Button } from '#ui/button.tsx';
import { DecideConflict } from './conflict-notice.tsx';
import { attributionOf } from './conflict-words.ts';
import { ExportOrDiscard } from './unsendable-work.tsx';
import type { DescribedWrite } from './write-words.ts';

interface AttentionItemProps {
  described: DescribedWrite;
  /** Opens the form to correct the refused write. */
  onEdit: (write: OpenedWrite) => void;
}

/** A write that the server refused, the reason, and what its author can do about it. */
export function AttentionItem({ described, onEdit }: AttentionItemProps) {
  const { workspace, profile } = useSignedIn();
  const { write, title, detail } = described;
  const fields = Object.values(write.problem?.fields ?? {});
  const conflict = conflictOf(write);
  const isAsked = conflict !== null;
  const canEdit =
    !isAsked && write.effect !== 'delete' && (write.entity === 'session' || write.entity === 'lunch');
  return (
    <li className="grid gap-3 border-border border-t px-4 py-4 first:border-t-0 sm:px-5">
      <div className="grid gap-1">
        <p className="font-medium">{title}</p>
        <p className="text-muted-foreground text-sm tabular-nums">{detail}</p>
        <p className="text-destructive text-sm">
          {conflict === null
            ? write.problem?.message
            : `${attributionOf({ write, conflict }, profile.user_id).title}.`}
        </p>
        {fields.length > 0 && (
          <ul className="list-disc pl-5 text-destructive text-sm">
            {fields.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        )}
        <p className="text-muted-foreground text-xs tabular-nums">
          Entered {pacificDisplay(write.captured_at)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        {isAsked && <DecideConflict writeId={write.write_id} about={detail} />}
        {canEdit && (
          <Button size="sm" onClick={() => onEdit(write)}>
            Edit and send
          </Button>
        )}
        {!isAsked && (
          <Button
            size="sm"
            variant={canEdit ? 'outline' : 'default'}
            onClick={() => void resendWrite(workspace, write.write_id)}
          >
            Send again
          </Button>
        )}
        <ExportOrDiscard work={{ writes: [write], title, detail }} />
      </div>
    </li>
  );
}
