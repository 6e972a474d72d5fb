import { useState } from 'react';
import { toast } from 'sonner';
import { type FieldSides, isSame, mergeChanges } from '#domain/text/three-way.ts';
import { ConflictChoice } from '#screens/conflict/conflict-choice.tsx';
import { Button } from '#ui/button.tsx';
import { DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Changes, LateDialog, type Latest, type LateWrite, type Opened, shownField } from './late-dialog.tsx';

interface StaleSaveProps extends LateWrite {
  form: {
    values: object;
    discard: () => Promise<void>;
    leaveStale: () => void;
    saveMerged(current: Opened, merged: object): Promise<void>;
  };
}

/**
 * A save that came too late, because someone else changed the record since the form was opened: shows what they changed,
 * and asks which value to keep where both changed the same field. Nothing is saved before that; what was typed stays in
 * the form.
 */
export function StaleSaveDialog(props: StaleSaveProps) {
  return (
    <LateDialog
      {...props}
      title={(isOwn) => (isOwn ? 'You changed this in another place too' : 'Someone else changed this too')}
      description="Your changes aren't saved yet. They're still in the form."
      leave="Back to the form"
      onLeave={props.form.leaveStale}
    >
      {(latest) => <Merge {...props} {...latest} />}
    </LateDialog>
  );
}

/** The words for someone else's change, and for one's own in another place, such as another tab. */
const WORDS = {
  others: {
    both: 'You both changed the same thing. Choose which to keep.',
    sides: { mine: 'Yours', theirs: 'Theirs' },
    also: 'They also changed this. It stays:',
    only: 'They changed this. It stays:',
    after: 'They changed it to',
    apart: "You didn't change the same things. Saving keeps both.",
    nothing: 'Nothing to save. Their version was kept.',
  },
  own: {
    both: 'You changed the same thing in both places. Choose which to keep.',
    sides: { mine: 'In this form', theirs: 'In the other place' },
    also: 'You also changed this there. It stays:',
    only: 'You changed this there. It stays:',
    after: 'You changed it to',
    apart: "These aren't the things that you changed here. Saving keeps both.",
    nothing: 'Nothing to save. The version from the other place was kept.',
  },
};

function Merge({ entity, form, merge, opened, current, names, isOwn }: StaleSaveProps & Latest) {
  const [choices, setChoices] = useState<Readonly<Record<string, 'mine' | 'theirs'>>>({});
  const [isAsked, setAsked] = useState(false);
  const said = WORDS[isOwn ? 'own' : 'others'];
  const theirs = merge.valuesOf(current);
  const { values, conflicts, taken } = mergeChanges(merge.valuesOf(opened), form.values, theirs);
  const shown = (sides: FieldSides) => shownField(entity, merge, sides, names);
  const isMissing = ({ field }: FieldSides) => choices[field] === undefined;
  const save = () => {
    setAsked(true);
    if (conflicts.some(isMissing)) return;
    const chosen = conflicts.filter(({ field }) => choices[field] === 'theirs');
    const merged = { ...values, ...Object.fromEntries(chosen.map((one) => [one.field, one.theirs])) };
    if (!isSame(merged, theirs)) return void form.saveMerged(current, merged);
    toast.success(said.nothing, { duration: 2_500 });
    void form.discard();
  };
  return (
    <>
      {conflicts.length > 0 && <p className="text-sm">{said.both}</p>}
      {conflicts.map((sides) => (
        <ConflictChoice
          key={sides.field}
          group={shown(sides)}
          sides={said.sides}
          choice={choices[sides.field]}
          onChoice={(choice) =>
            setChoices((known) => ({ ...known, [sides.field]: choice === 'mine' ? 'mine' : 'theirs' }))
          }
          isMissing={isAsked && isMissing(sides)}
        />
      ))}
      <Changes
        title={conflicts.length > 0 ? said.also : said.only}
        after={said.after}
        fields={taken.map(shown)}
      />
      {conflicts.length === 0 && <p className="text-sm">{said.apart}</p>}
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="ghost">Back to the form</Button>
        </DialogClose>
        <Button onClick={save}>Save</Button>
      </DialogFooter>
    </>
  );
}
