import { useState } from 'react';
import { mergeChanges } from '#domain/text/three-way.ts';
import { Button } from '#ui/button.tsx';
import { DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { useSaveOnce } from '#ui/save-once.ts';
import type { Removal } from './entity-form.ts';
import { Changes, LateDialog, type Latest, type LateWrite, type Opened, shownField } from './late-dialog.tsx';

interface LateRemovalProps extends LateWrite {
  done: Removal<Opened>['done'];
  /** Deletes or archives the record as it is stored now. @throws Error if that failed */
  remove: (current: Opened) => Promise<void>;
  onKeep: () => void;
}

/**
 * A deletion that came too late, because someone else changed the record since it was opened: shows what they changed, and
 * asks whether to delete it anyway.
 */
export function LateRemovalDialog(props: LateRemovalProps) {
  return (
    <LateDialog
      {...props}
      title={(isOwn) => (isOwn ? 'You changed this in another place' : 'Someone else changed this')}
      description={`It isn't ${props.done} yet.`}
      leave="Keep it"
      onLeave={props.onKeep}
    >
      {(latest) => <LateRemoval {...props} {...latest} />}
    </LateDialog>
  );
}

function LateRemoval({ entity, merge, opened, done, remove, current, names }: LateRemovalProps & Latest) {
  const { isSaving, save } = useSaveOnce();
  const [refusal, setRefusal] = useState<string | null>(null);
  const before = merge.valuesOf(opened);
  const { taken } = mergeChanges(before, before, merge.valuesOf(current));
  const confirm = async () => {
    setRefusal(null);
    try {
      await remove(current);
    } catch (problem) {
      setRefusal(problem instanceof Error ? problem.message : String(problem));
    }
  };
  return (
    <>
      <Changes
        title="What changed:"
        after="It is now"
        fields={taken.map((sides) => shownField(entity, merge, sides, names))}
      />
      {taken.length === 0 && <p className="text-sm">Nothing that you see here has changed.</p>}
      {refusal !== null && (
        <p role="alert" className="text-destructive text-sm">
          {refusal}
        </p>
      )}
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="ghost">Keep it</Button>
        </DialogClose>
        <Button
          variant="destructive"
          progress={isSaving ? 'loading' : 'idle'}
          onClick={() => void save(confirm)}
        >
          {done === 'deleted' ? 'Delete anyway' : 'Archive anyway'}
        </Button>
      </DialogFooter>
    </>
  );
}
