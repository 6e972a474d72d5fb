import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { RecordName } from '#contract/entity-name.ts';
import { refusedWriteOf } from '#db/outbox.ts';
import { entityName } from '#entities/words/words.ts';
import { useLocal } from '#screens/device/signed-in.ts';
import { HistoryDisclosure } from '#screens/list/record-history.tsx';
import { ActivateConfirmation } from '#ui/activate-confirmation.tsx';
import { Button } from '#ui/button.tsx';
import { cn } from '#ui/class-names.ts';
import type { ConfirmationProps } from '#ui/confirmation.tsx';
import { DeleteConfirmation } from '#ui/delete-confirmation.tsx';
import { DraftNotice } from '#ui/draft-notice.tsx';
import { FormFooter } from '#ui/form-footer.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import type { EntityForm, Outcome, Removal } from './entity-form.ts';
import { archiveNote } from './in-use.ts';
import type { LateWrite, Opened } from './late-dialog.tsx';
import { LateRemovalDialog } from './page-removal.tsx';

const StaleSaveDialog = lazyPart(async () => ({
  default: (await import('./stale-save.tsx')).StaleSaveDialog,
}));

/** Any form, whatever its values. */
interface LateForm {
  entity: RecordName;
  values: object;
  stale: (Pick<LateWrite, 'problem' | 'merge' | 'opened'> & { removal: Removal<Opened> | null }) | null;
  discard: () => Promise<void>;
  leaveStale: () => void;
  saveMerged(current: Opened, merged: object): Promise<void>;
  remove(removal: Removal<Opened>, record?: Opened | null): Promise<void>;
}

interface EntitySheetProps<
  Name extends RecordName,
  Values extends FieldValues,
  Opened extends { id: string },
> {
  form: EntityForm<Name, Values, Opened>;
  /** Replaces "New parent" and "Edit parent". */
  title?: string | undefined;
  /** Absent if the record can't be deleted here. */
  deletion?: Deletion<Opened> | undefined;
  /** The fields, laid out by hand. */
  children: ReactNode;
  /** Stays in view above the footer. */
  warnings?: ReactNode;
}

type Deletion<Opened> =
  /**
   * Confirms with "Are you sure you want to Delete {name}?" first.
   * @param run gets the record as the form opened it, or as it is stored now if people delete it anyway
   * @param effect what that changes, below the question
   */
  | { name: string; run: (record: Opened) => Promise<Outcome>; effect?: ReactNode }
  /**
   * Can't be deleted, because something uses it: says so, and archives instead.
   * @param archive null if it is archived already
   */
  | { name: string; inUse: string; archive: ((record: Opened) => Promise<Outcome>) | null }
  /** Confirms in its own way. */
  | { ask: () => void };

/**
 * The form of an entity in a sheet, which closes once the record is saved or deleted, or the form discarded.
 */
export function EntitySheet<
  Name extends RecordName,
  Values extends FieldValues,
  Opened extends { id: string },
>({ form, title, deletion, children, warnings }: EntitySheetProps<Name, Values, Opened>) {
  const [isAsking, setAsking] = useState(false);
  if (form.isClosed) return null;
  const isKept = deletion !== undefined && 'inUse' in deletion && deletion.archive === null;
  const name = title ?? `${form.opened === null ? 'New' : 'Edit'} ${entityName(form.entity)}`;
  return (
    <FormSheet title={name} onGiveUp={() => void form.discard()}>
      {(cancel) => (
        <form
          id={form.formId}
          noValidate
          aria-label={name}
          className="flex min-h-full flex-col gap-4"
          onSubmit={(event) => void form.save(event)}
        >
          {form.opened !== null && <RefusalNotice id={form.opened.id} />}
          <DraftNotice {...form.draftNotice} />
          {children}
          {form.opened !== null && <HistoryDisclosure record={form.opened.id} />}
          <div
            ref={keepFieldsClear}
            className={cn(
              'sticky bottom-0 -mx-4 mt-auto grid gap-2 bg-popover px-4 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-5 sm:px-5',
              warnings !== undefined && 'pt-2',
            )}
          >
            {warnings}
            {isKept && <p className="text-muted-foreground text-sm">Can't be deleted. {deletion.inUse}</p>}
            <FormFooter
              className="pt-3"
              {...form.progress}
              onCancel={cancel}
              onSaveAndAdd={form.addsAnother ? () => void form.saveAndAdd() : undefined}
            >
              {deletion && !isKept && (
                <Button
                  variant="ghost"
                  className="text-destructive"
                  onClick={'ask' in deletion ? deletion.ask : () => setAsking(true)}
                >
                  <Trash2 aria-hidden="true" />
                  Delete
                </Button>
              )}
            </FormFooter>
          </div>
          <LateQuestion form={form} />
          {deletion !== undefined && !('ask' in deletion) && (
            <DeletionQuestion deletion={deletion} form={form} open={isAsking} onOpenChange={setAsking} />
          )}
        </form>
      )}
    </FormSheet>
  );
}

/** Asks what to do about a save or deletion that came too late. */
function LateQuestion({ form }: { form: LateForm }) {
  if (form.stale === null) return null;
  const { removal, ...late } = form.stale;
  const common = { ...late, entity: form.entity, absence: { onClose: form.leaveStale } };
  if (removal === null) return <StaleSaveDialog form={form} {...common} />;
  return (
    <LateRemovalDialog
      {...common}
      done={removal.done}
      remove={(current) => form.remove(removal, current)}
      onKeep={form.leaveStale}
    />
  );
}

interface DeletionQuestionProps<Opened extends { id: string }> extends Omit<ConfirmationProps, 'onConfirm'> {
  deletion: Exclude<Deletion<Opened>, { ask: unknown }>;
  form: Pick<EntityForm<RecordName, FieldValues, Opened>, 'remove'>;
}

/** Asks before the record is deleted, or whether to archive it where it is in use. */
function DeletionQuestion<Opened extends { id: string }>({
  deletion,
  form,
  ...question
}: DeletionQuestionProps<Opened>) {
  const { name } = deletion;
  if ('run' in deletion) {
    return (
      <DeleteConfirmation
        name={name}
        effect={deletion.effect}
        onConfirm={() => form.remove({ run: deletion.run, done: 'deleted' })}
        {...question}
      />
    );
  }
  const { inUse, archive } = deletion;
  if (archive === null) return null;
  return (
    <ActivateConfirmation
      buttonLabel="Archive"
      name={name}
      note={`${name} can't be deleted. ${archiveNote(inUse)}`}
      onConfirm={() => form.remove({ run: archive, done: 'archived' })}
      {...question}
    />
  );
}

/** Tells the form's scroller how high its footer is: warnings come and go there. */
function keepFieldsClear(footer: HTMLElement | null) {
  const scroller = footer?.closest<HTMLElement>('[data-slot="sheet-body"]');
  if (footer == null || scroller == null) return;
  const watched = new ResizeObserver(() =>
    scroller.style.setProperty('--form-footer', `${footer.offsetHeight}px`),
  );
  watched.observe(footer);
  return () => watched.disconnect();
}

/** Why the server rejected an earlier change of the record. */
function RefusalNotice({ id }: { id: string }) {
  const refused = useLocal((db) => refusedWriteOf(db, id), [id]);
  const problem = refused?.problem;
  if (problem == null) return null;
  return (
    <div role="alert" className="rounded-lg bg-destructive-soft px-3 py-2 text-destructive text-sm">
      <strong className="block font-semibold">This change wasn't accepted.</strong>
      {[problem.message, ...Object.values(problem.fields ?? {})].join(' ')}
    </div>
  );
}
