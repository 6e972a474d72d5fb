import { Eye, Paperclip, X } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { AdminMessageBody, type AdminMessageFile } from '#contract/admin-messages.ts';
import { MOST_MESSAGE_FILES } from '#domain/notifications/announcement-rules.ts';
import { messageFileProblem, TOO_MANY_FILES } from '#domain/notifications/message-files.ts';
import { NONE } from '#entities/words/say.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { EntityCheck, EntityField } from '#screens/form/entity-field.tsx';
import { useEntityForm } from '#screens/form/entity-form.ts';
import { EntitySheet } from '#screens/form/entity-sheet.tsx';
import { Button } from '#ui/button.tsx';
import { ControlError } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useUnsavedChanges } from '#ui/unsaved-changes.ts';
import { AudienceFields } from './audience-fields.tsx';
import { MessagePreview } from './message-preview.tsx';
import {
  bodyOf,
  type MessageValues,
  momentInWords,
  NEW_MESSAGE,
  problemsOf,
  valuesOf,
} from './message-values.ts';

const RichText = lazyPart(() => import('./rich-text.tsx'));

interface MessageFormProps {
  message: AdminMessageFile | null;
  onClose: () => void;
}

/** Writes a message, or edits one: then its receivers are asked to acknowledge the new text. */
export function MessageForm({ message, onClose }: MessageFormProps) {
  const write = useServerWrite({ refreshes: true });
  const [files, setFiles] = useState<readonly File[]>([]);
  const [isPreviewing, setPreviewing] = useState(false);
  const filesSaid = (value: unknown) =>
    (value as string[])
      .map((key) => message?.attachments.find((file) => file.key === key)?.file_name ?? 'a new file')
      .join(', ') || NONE;
  const form = useEntityForm<'admin_message', MessageValues, AdminMessageFile>({
    entity: 'admin_message',
    place: 'on the server',
    initial: useMemo(() => (message === null ? NEW_MESSAGE : valuesOf(message)), [message]),
    opened: message,
    draft: { form: 'admin-message' },
    problemsOf,
    merge: {
      valuesOf,
      read: (api, id) => api.call('admin-message.read', { params: { id } }),
      words: {
        keeps: { label: 'Files', say: filesSaid },
        shown_from: momentInWords('shown_from'),
        shown_until: momentInWords('shown_until'),
      },
    },
    save: (values, { id, opened }) => {
      const body = AdminMessageBody.parse(bodyOf(values, opened?.id ?? id));
      const sent = new FormData();
      sent.set('message', JSON.stringify(body));
      for (const file of files) sent.append('files', file);
      return opened === null
        ? write('admin-message.create', { form: sent }, 0)
        : write('admin-message.update', { params: { id: opened.id }, form: sent }, opened.version);
    },
    savedWords: ({ shown_from }) =>
      message !== null ? 'Message saved' : shown_from === '' ? 'Message sent' : 'Message scheduled',
    onClose,
  });
  const { values, inputs, change, problems } = form;
  // The draft keeps what was typed, but no files.
  useUnsavedChanges(files.length > 0 && !form.progress.complete, () => setFiles([]));
  const kept = (message?.attachments ?? []).filter(({ key }) => values.keeps.includes(key));
  return (
    <EntitySheet form={form} title={message === null ? 'New message' : 'Edit message'}>
      {message !== null && message.viewed > 0 && (
        <p className="text-muted-foreground text-sm">
          If you change the title, text, or files, everyone is asked again, including the {message.viewed} who
          are done. Earlier receipts stay with the earlier text.
        </p>
      )}
      <EntityField form={form} name="title" required>
        <Input {...inputs.register('title')} />
      </EntityField>
      <EntityField form={form} name="display_msg" description="One line below the title.">
        <Input {...inputs.register('display_msg')} />
      </EntityField>
      <div className="grid gap-1.5">
        <p className="font-medium text-sm">
          {fieldLabel('admin_message', 'message')}
          <span aria-hidden="true" className="text-destructive">
            {' *'}
          </span>
        </p>
        <RichText
          label="Message"
          value={values.message}
          isInvalid={problems.message !== undefined}
          onChange={(html) => change({ message: html })}
          absence={{ fallback: <Skeleton className="h-52" /> }}
        />
        {problems.message !== undefined && <ControlError>{problems.message}</ControlError>}
      </div>
      <FileChoice
        kept={kept}
        added={files}
        onDrop={(key) => change({ keeps: values.keeps.filter((one) => one !== key) })}
        onFiles={setFiles}
      />
      <AudienceFields
        value={values.audience}
        problem={problems.audience}
        onChange={(audience) => change({ audience })}
      />
      <EntityCheck
        form={form}
        name="requires_acknowledgment"
        checked={values.requires_acknowledgment || values.requires_signature}
        onChange={(requires_acknowledgment) =>
          change({
            requires_acknowledgment,
            ...(requires_acknowledgment ? {} : { requires_signature: false }),
          })
        }
      />
      <EntityCheck
        form={form}
        name="requires_signature"
        checked={values.requires_signature}
        onChange={(requires_signature) =>
          change({ requires_signature, ...(requires_signature ? { requires_acknowledgment: true } : {}) })
        }
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <EntityField form={form} name="shown_from" description="Pacific. Leave blank to send it now.">
          <Input type="datetime-local" {...inputs.register('shown_from')} />
        </EntityField>
        <EntityField form={form} name="shown_until" description="Pacific. Leave blank for no end.">
          <Input type="datetime-local" {...inputs.register('shown_until')} />
        </EntityField>
      </div>
      <Button variant="outline" className="justify-self-start" onClick={() => setPreviewing(true)}>
        <Eye aria-hidden="true" />
        Preview
      </Button>
      {isPreviewing && (
        <MessagePreview
          announcement={{ ...values, title: values.title || 'Untitled', attachments: kept }}
          added={files}
          onClose={() => setPreviewing(false)}
        />
      )}
    </EntitySheet>
  );
}

interface FileChoiceProps {
  kept: AdminMessageFile['attachments'];
  added: readonly File[];
  onDrop: (key: string) => void;
  onFiles: (files: readonly File[]) => void;
}

function FileChoice({ kept, added, onDrop, onFiles }: FileChoiceProps) {
  const picker = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const add = (chosen: readonly File[]) => {
    const wrong = chosen.flatMap(({ name, size }) => messageFileProblem({ file_name: name, size }) ?? []);
    if (kept.length + added.length + chosen.length > MOST_MESSAGE_FILES) wrong.push(TOO_MANY_FILES);
    setProblem(wrong[0] ?? null);
    if (wrong.length === 0) onFiles([...added, ...chosen]);
  };
  const rows = [
    ...kept.map(({ key, file_name }) => ({ key, name: file_name, drop: () => onDrop(key) })),
    ...added.map((file, at) => ({
      key: `${at} ${file.name}`,
      name: file.name,
      drop: () => onFiles(added.filter((one) => one !== file)),
    })),
  ];
  return (
    <div className="grid gap-2">
      <p className="font-medium text-sm">{fieldLabel('admin_message', 'attachments')}</p>
      {rows.length > 0 && (
        <ul aria-label="Files" className="grid gap-1">
          {rows.map(({ key, name, drop }) => (
            <li key={key} className="flex items-center gap-2 text-sm">
              <span className="wrap-anywhere">{name}</span>
              <Button size="icon" variant="ghost" aria-label={`Remove ${name}`} onClick={drop}>
                <X aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label="Files for the message"
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      <Button variant="outline" className="justify-self-start" onClick={() => picker.current?.click()}>
        <Paperclip aria-hidden="true" />
        Add files
      </Button>
      {problem !== null && <ControlError>{problem}</ControlError>}
    </div>
  );
}
