import { useMemo, useState } from 'react';
import { toast } from 'sonner';
import type { RecordName } from '#contract/entity-name.ts';
import { isolated } from '#domain/text/isolated.ts';
import type { FieldSides } from '#domain/text/three-way.ts';
import { isSame, mergeChanges } from '#domain/text/three-way.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import type { KnownNames, Say } from '#entities/words/say.ts';
import { fieldLabel, fieldWords, hasField } from '#entities/words/words.ts';
import { ConflictChoice, Said, type ShownFieldGroup } from '#screens/conflict/conflict-choice.tsx';
import { useNames } from '#screens/device/record-names.ts';
import type { StaleSave } from '#screens/device/server-write.ts';
import { useServerData, useSignedIn } from '#screens/device/signed-in.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Button } from '#ui/button.tsx';
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#ui/dialog.tsx';
import { useSaveOnce } from '#ui/save-once.ts';
import { ServerData } from '#ui/server-data.tsx';
import type { Removal } from './entity-form.ts';

/** How the form of a record merges its changes with those that someone else saved since it was opened. */
export interface FormMerge<Values, Opened> {
  /** What the form would show of a record. */
  valuesOf(record: Opened): Values;
  /** The record as it is stored now; left out where the server's answer to the save has all of it. */
  read?(api: ApiClient, id: string): Promise<Opened>;
  /** Names that this device doesn't have. */
  names?(api: ApiClient): Promise<KnownNames>;
  /** Other entities whose fields the form shows. */
  also?: readonly RecordName[];
  /** Fields of the form that are no entity's: the field that has their words, or these words. */
  words?: Readonly<Partial<Record<keyof Values & string, string | { label: string; say: Say }>>>;
}

/** A record as any form knows it. */
type Opened = { id: string };

interface StaleSaveProps {
  form: {
    entity: RecordName;
    values: object;
    discard: () => Promise<void>;
    leaveStale: () => void;
    saveMerged(current: Opened, merged: object): Promise<void>;
    remove(removal: Removal<Opened>, record?: Opened | null): Promise<void>;
  };
  problem: StaleSave;
  merge: FormMerge<object, Opened>;
  /** The record as the form opened it. */
  opened: Opened;
  /** What came too late; null for a save. */
  removal: Removal<Opened> | null;
}

/**
 * A save or deletion that came too late, because someone else changed the record since the form was opened: shows what they
 * changed, and asks which value to keep where both changed the same field, or whether to delete it anyway. Nothing is
 * saved or deleted before that; what was typed stays in the form.
 */
export function StaleSaveDialog(props: StaleSaveProps) {
  const { form, problem, merge, opened, removal } = props;
  const { profile } = useSignedIn();
  const isOwn = problem.changed?.by === profile.user_id;
  const now = useServerData(
    useMemo(
      () => async (api: ApiClient) => {
        const [current, names] = await Promise.all([
          merge.read === undefined ? (problem.current as Opened) : merge.read(api, opened.id),
          merge.names?.(api),
        ]);
        return { current, names };
      },
      [problem, opened, merge],
    ),
  );
  return (
    <Dialog open onOpenChange={form.leaveStale}>
      <DialogContent className="max-w-3xl">
        <DialogHeader>
          <DialogTitle>
            {isOwn ? 'You changed this in another place' : 'Someone else changed this'}
            {removal === null && ' too'}
          </DialogTitle>
          {problem.changed !== undefined && (
            <p className="text-sm tabular-nums">
              Changed by {isOwn ? 'you' : isolated(problem.changed.by_name)},{' '}
              {pacificDisplay(problem.changed.at)}
            </p>
          )}
          <DialogDescription>
            {removal === null
              ? "Your changes aren't saved yet. They're still in the form."
              : `It isn't ${removal.done} yet.`}
          </DialogDescription>
        </DialogHeader>
        <ServerData name="the latest version" state={now}>
          {({ current, names }) =>
            removal === null ? (
              <Merge {...props} current={current} names={names} />
            ) : (
              <LateRemoval {...props} removal={removal} current={current} names={names} />
            )
          }
        </ServerData>
        {now.result === undefined && (
          <DialogFooter>
            <BackToForm />
          </DialogFooter>
        )}
      </DialogContent>
    </Dialog>
  );
}

interface MergeProps extends StaleSaveProps {
  current: Opened;
  names: KnownNames | undefined;
}

function Merge(props: MergeProps) {
  const { form, merge, opened, current } = props;
  const deviceNames = useNames();
  const [choices, setChoices] = useState<Readonly<Record<string, 'mine' | 'theirs'>>>({});
  const [isAsked, setAsked] = useState(false);
  if (deviceNames === undefined) return null;
  const theirs = merge.valuesOf(current);
  const { values, conflicts, taken } = mergeChanges(merge.valuesOf(opened), form.values, theirs);
  const shown = (sides: FieldSides) =>
    shownField(form.entity, merge, sides, { ...deviceNames, ...props.names });
  const isMissing = ({ field }: FieldSides) => choices[field] === undefined;
  const save = () => {
    setAsked(true);
    if (conflicts.some(isMissing)) return;
    const chosen = conflicts.filter(({ field }) => choices[field] === 'theirs');
    const merged = { ...values, ...Object.fromEntries(chosen.map((one) => [one.field, one.theirs])) };
    if (!isSame(merged, theirs)) return void form.saveMerged(current, merged);
    toast.success('Nothing to save. Their version was kept.', { duration: 2_500 });
    void form.discard();
  };
  return (
    <>
      {conflicts.length > 0 && (
        <p className="text-sm">You both changed the same thing. Choose which to keep.</p>
      )}
      {conflicts.map((sides) => (
        <ConflictChoice
          key={sides.field}
          group={shown(sides)}
          sides={{ mine: 'Yours', theirs: 'Theirs' }}
          choice={choices[sides.field]}
          onChoice={(choice) =>
            setChoices((known) => ({ ...known, [sides.field]: choice === 'mine' ? 'mine' : 'theirs' }))
          }
          isMissing={isAsked && isMissing(sides)}
        />
      ))}
      <Changes
        title={conflicts.length > 0 ? 'They also changed this. It stays:' : 'They changed this. It stays:'}
        after="They changed it to"
        fields={taken.map(shown)}
      />
      {conflicts.length === 0 && (
        <p className="text-sm">You didn't change the same things. Saving keeps both.</p>
      )}
      <DialogFooter>
        <BackToForm />
        <Button onClick={save}>Save</Button>
      </DialogFooter>
    </>
  );
}

function LateRemoval(props: MergeProps & { removal: Removal<Opened> }) {
  const { form, merge, opened, current, removal } = props;
  const deviceNames = useNames();
  const { isSaving, save } = useSaveOnce();
  const [refusal, setRefusal] = useState<string | null>(null);
  if (deviceNames === undefined) return null;
  const before = merge.valuesOf(opened);
  const { taken } = mergeChanges(before, before, merge.valuesOf(current));
  const names = { ...deviceNames, ...props.names };
  const remove = async () => {
    setRefusal(null);
    try {
      await form.remove(removal, current);
    } catch (problem) {
      setRefusal(problem instanceof Error ? problem.message : String(problem));
    }
  };
  return (
    <>
      <Changes
        title="What changed:"
        after="It is now"
        fields={taken.map((sides) => shownField(form.entity, merge, sides, names))}
      />
      {taken.length === 0 && <p className="text-sm">Nothing that this form shows has changed.</p>}
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
          onClick={() => void save(remove)}
        >
          {removal.done === 'deleted' ? 'Delete anyway' : 'Archive anyway'}
        </Button>
      </DialogFooter>
    </>
  );
}

function BackToForm() {
  return (
    <DialogClose asChild>
      <Button variant="ghost">Back to the form</Button>
    </DialogClose>
  );
}

interface ChangesProps {
  title: string;
  /** Heads the newest values. */
  after: string;
  fields: readonly ShownFieldGroup[];
}

/** What was changed since the form was opened, field by field. */
function Changes({ title, after, fields }: ChangesProps) {
  if (fields.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h3 className="font-medium text-sm">{title}</h3>
      <ul className="grid gap-2">
        {fields.map(({ name, label, base, theirs: words }) => (
          <li
            key={name}
            className="grid gap-2 rounded-lg border border-border p-3 sm:grid-cols-[1fr_2fr_2fr]"
          >
            <span className="font-medium text-sm">{label}</span>
            <Said name="It was" words={base} />
            <Said name={after} words={words} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function shownField(
  entity: RecordName,
  { also = [], words = {} }: FormMerge<object, Opened>,
  { field, base, mine, theirs }: FieldSides,
  names: KnownNames,
): ShownFieldGroup {
  const own = (words as Record<string, string | { label: string; say: Say }>)[field] ?? field;
  const name = typeof own === 'string' ? own : field;
  const holder = [entity, ...also].find((one) => hasField(one, name)) ?? entity;
  const said = (value: unknown) =>
    typeof own === 'string' ? fieldWords(holder, name, value, names) : own.say(value, names);
  return {
    name: field,
    label: typeof own === 'string' ? fieldLabel(holder, name) : own.label,
    ...{ base: said(base), mine: said(mine), theirs: said(theirs) },
    ...{ suggestion: null, isText: false },
  };
}
