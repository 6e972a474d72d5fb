import { Paperclip } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { ApiError } from '#contract/errors.ts';
import type { TicketAttachment } from '#contract/tickets.ts';
import { isShownAsImage } from '#domain/attachments/attachment-kinds.ts';
import { fileProblems } from '#domain/attachments/attachment-rules.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { saveFile } from '#ui/save-file.ts';

interface TicketAttachmentsProps {
  ticket: string;
  attachments: readonly TicketAttachment[];
  reload: () => Promise<void>;
}

/** Files on a ticket: images are shown, others are links. Attaching needs a connection. */
export function TicketAttachments({ ticket, attachments, reload }: TicketAttachmentsProps) {
  const { engine } = useSignedIn();
  const input = useRef<HTMLInputElement>(null);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** A file whose answer was lost goes out again under its id. */
  const unanswered = useRef<{ file: File; id: string } | null>(null);
  const attach = async (file: File) => {
    const { file_name, size } = fileProblems({ file_name: file.name, size: file.size });
    const wrong = file_name ?? size;
    if (wrong !== undefined) return setProblem(wrong);
    setProblem(null);
    setSending(true);
    const id = unanswered.current?.file === file ? unanswered.current.id : uuidv7();
    unanswered.current = { file, id };
    const form = new FormData();
    form.append('file', file);
    form.append('id', id);
    try {
      await engine.api.call('ticket.attach', { params: { id: ticket }, form });
      unanswered.current = null;
      await reload();
    } catch (failed) {
      const fields = failed instanceof ApiError ? Object.values(failed.fields ?? {}) : [];
      const words = failed instanceof Error ? failed.message : String(failed);
      setProblem(fields[0] ?? `${words} Your file wasn't attached. Try again.`);
    } finally {
      setSending(false);
    }
  };
  return (
    <Card>
      <CardHeader>
        <CardTitle>Attachments</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-3">
        {attachments.length === 0 && <p className="text-muted-foreground text-sm">No attachments.</p>}
        {attachments.length > 0 && (
          <ul aria-label="Attachments" className="grid gap-3">
            {attachments.map((one) => (
              <Attachment key={one.id} attachment={one} />
            ))}
          </ul>
        )}
        {problem !== null && (
          <p role="alert" className="text-destructive text-sm">
            {problem}
          </p>
        )}
        <input
          ref={input}
          type="file"
          hidden
          aria-label="File to attach"
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file !== undefined) void attach(file);
            target.value = '';
          }}
        />
        <Button
          variant="outline"
          className="justify-self-start print:hidden"
          progress={isSending ? 'loading' : 'idle'}
          onClick={() => input.current?.click()}
        >
          {!isSending && <Paperclip aria-hidden="true" />}
          Attach file
        </Button>
      </CardContent>
    </Card>
  );
}

function Attachment({ attachment }: { attachment: TicketAttachment }) {
  const { engine } = useSignedIn();
  const { id, file_name, content_type } = attachment;
  const isImage = isShownAsImage(file_name);
  const [source, setSource] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (!isImage) return undefined;
    const stopped = new AbortController();
    let address: string | null = null;
    engine.api
      .open('ticket.attachment-content', stopped.signal, { params: { id } })
      .then(async (response) => {
        address = URL.createObjectURL(await response.blob());
        if (!stopped.signal.aborted) setSource(address);
      })
      // Without a connection its name is shown.
      .catch(() => undefined);
    return () => {
      stopped.abort();
      if (address !== null) URL.revokeObjectURL(address);
    };
  }, [engine, id, isImage]);
  const download = async () => {
    setProblem(null);
    try {
      const { signal } = new AbortController();
      const response = await engine.api.open('ticket.attachment-content', signal, { params: { id } });
      saveFile(file_name, await response.blob());
    } catch (failed) {
      setProblem(failed instanceof Error ? failed.message : String(failed));
    }
  };
  return (
    <li className="grid gap-1">
      {source !== null && (
        <img
          src={source}
          alt={file_name}
          className="max-h-72 rounded-lg border border-border object-contain"
        />
      )}
      <Button
        variant="link"
        className="h-auto justify-self-start p-0 text-left"
        title={content_type}
        onClick={() => void download()}
      >
        {file_name}
      </Button>
      {problem !== null && (
        <p role="alert" className="text-destructive text-sm">
          {problem}
        </p>
      )}
    </li>
  );
}
