import { type ReactNode, useMemo } from 'react';
import type { RecordName } from '#contract/entity-name.ts';
import { isolated } from '#domain/text/isolated.ts';
import type { FieldSides } from '#domain/text/three-way.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import type { KnownNames, Say } from '#entities/words/say.ts';
import { fieldLabel, fieldWords, hasField } from '#entities/words/words.ts';
import { Said, type ShownFieldGroup } from '#screens/conflict/conflict-choice.tsx';
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
import { ServerData } from '#ui/server-data.tsx';

/** How a record's values are compared with those that someone else saved since it was opened. */
export interface FormMerge<Values, Opened> {
  /** What the form or page shows of a record. */
  valuesOf(record: Opened): Values;
  /** The record as it is stored now; left out where the server's answer to the save has all of it. */
  read?(api: ApiClient, id: string): Promise<Opened>;
  /** Names that this device doesn't have. */
  names?(api: ApiClient): Promise<KnownNames>;
  /** Other entities whose fields are shown. */
  also?: readonly RecordName[];
  /** Values that are no entity's fields: the field that has their words, or these words. */
  words?: Readonly<Partial<Record<keyof Values & string, string | { label: string; say: Say }>>>;
}

/** A record as any form or page knows it. */
export type Opened = { id: string };

/** A write that came too late. */
export interface LateWrite {
  entity: RecordName;
  problem: StaleSave;
  merge: FormMerge<object, Opened>;
  /** The record as the form or page opened it. */
  opened: Opened;
}

interface LateDialogProps extends LateWrite {
  title: (isOwn: boolean) => string;
  description: string;
  /** Closes the dialog without writing anything. */
  leave: string;
  onLeave: () => void;
  children: (latest: Latest) => ReactNode;
}

export interface Latest {
  /** The record as it is stored now. */
  current: Opened;
  names: KnownNames;
  /** The person made the other change too, for example in another tab. */
  isOwn: boolean;
}

/** A dialog about a write that came too late: who changed the record in the meantime, and what is to be decided. */
export function LateDialog({ problem, merge, opened, title, description, leave, ...props }: LateDialogProps) {
  const { profile } = useSignedIn();
  const deviceNames = useNames();
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
    <Dialog open onOpenChange={props.onLeave}>
      <DialogContent className="max-w-3xl">
        <DialogHeader>
          <DialogTitle>{title(isOwn)}</DialogTitle>
          {problem.changed !== undefined && (
            <p className="text-sm tabular-nums">
              Changed by {isOwn ? 'you' : isolated(problem.changed.by_name)},{' '}
              {pacificDisplay(problem.changed.at)}
            </p>
          )}
          <DialogDescription>{description}</DialogDescription>
        </DialogHeader>
        <ServerData name="the latest version" state={now}>
          {({ current, names }) =>
            deviceNames !== undefined &&
            props.children({ current, names: { ...deviceNames, ...names }, isOwn })
          }
        </ServerData>
        {now.result === undefined && (
          <DialogFooter>
            <DialogClose asChild>
              <Button variant="ghost">{leave}</Button>
            </DialogClose>
          </DialogFooter>
        )}
      </DialogContent>
    </Dialog>
  );
}

interface ChangesProps {
  title: string;
  /** Heads the newest values. */
  after: string;
  fields: readonly ShownFieldGroup[];
}

/** What was changed since the record was opened, field by field. */
export function Changes({ title, after, fields }: ChangesProps) {
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

/** What changed in a field, in words. */
export function shownField(
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
