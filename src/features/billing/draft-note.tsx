import { useState } from 'react';
import { toast } from 'sonner';
import type { Invoice } from '#contract/invoices.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { useOneAtATime } from '#ui/save-once.ts';
import { Textarea } from '#ui/textarea.tsx';
import { useUnsavedChanges } from '#ui/unsaved-changes.ts';

interface DraftNoteProps {
  invoice: Invoice;
  reload: () => Promise<void>;
}

/** The note of a draft, which is printed below its lines. */
export function DraftNote({ invoice, reload }: DraftNoteProps) {
  const write = useServerWrite();
  const once = useOneAtATime();
  const [note, setNote] = useState(invoice.note);
  const [error, setError] = useState<string | undefined>();
  const [isBusy, setBusy] = useState(false);
  const isChanged = note !== invoice.note;
  useUnsavedChanges(isChanged, () => setNote(invoice.note));
  const save = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const refused = await write(
        'invoice.update',
        { params: { id: invoice.id }, body: { note } },
        invoice.version,
      );
      if (refused === null) {
        toast.success('Note saved', { duration: 2_500 });
        await reload();
      } else setError(Object.values(refused).join(' '));
    } catch (thrown) {
      // What was typed stays.
      setError(thrown instanceof Error ? thrown.message : String(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="grid justify-items-start gap-2">
      <Field label={fieldLabel('invoice', 'note')} error={error} className="w-full max-w-xl print:hidden">
        <Textarea rows={2} value={note} onChange={({ target }) => setNote(target.value)} />
      </Field>
      {note !== '' && <p className="hidden whitespace-pre-line text-sm print:block">{note}</p>}
      {isChanged && (
        <Button size="sm" progress={isBusy ? 'loading' : 'idle'} onClick={() => void once(save)}>
          Save note
        </Button>
      )}
    </div>
  );
}
