import { useId } from 'react';
import type { Choice } from '#sync/merge/conflict.ts';
import { Field } from '#ui/field.tsx';
import { RadioGroup, RadioGroupItem } from '#ui/radio-group.tsx';
import { Textarea } from '#ui/textarea.tsx';

/** A field group of a conflict in words: the old value, mine, theirs. */
export interface ShownFieldGroup {
  name: string;
  label: string;
  base: string;
  mine: string;
  theirs: string;
  /** A text that combines both; null if the field isn't a text. */
  suggestion: string | null;
  isText: boolean;
}

/** What the two versions are called, and how they came to be. */
export interface SideNames {
  about: string;
  mine: string;
  theirs: string;
}

interface ConflictChoiceProps {
  group: ShownFieldGroup;
  sides: Pick<SideNames, 'mine' | 'theirs'>;
  choice: Choice | undefined;
  onChoice: (choice: Choice) => void;
  /** The person tried to decide without choosing here. */
  isMissing: boolean;
}

/** A field group that both sides changed: the old value, and a choice of mine, theirs, or for texts both. */
export function ConflictChoice({ group, sides, choice, onChoice, isMissing }: ConflictChoiceProps) {
  const id = useId();
  const chosen = typeof choice === 'object' ? 'both' : (choice ?? '');
  return (
    <section
      aria-labelledby={`${id}-label`}
      className="grid gap-3 rounded-lg border border-border p-3 sm:p-4"
    >
      <h3 id={`${id}-label`} className="font-medium">
        {group.label}
      </h3>
      <div className="grid gap-3 md:grid-cols-[1fr_2fr]">
        <Said name="It was" words={group.base} />
        <RadioGroup
          aria-labelledby={`${id}-label`}
          aria-describedby={isMissing ? `${id}-missing` : undefined}
          value={chosen}
          onValueChange={(side) =>
            onChoice(side === 'both' ? { text: group.suggestion ?? '' } : (side as 'mine' | 'theirs'))
          }
          className="content-start gap-2 md:grid-cols-2"
        >
          <Side value="mine" name={sides.mine} words={group.mine} isInvalid={isMissing} />
          <Side value="theirs" name={sides.theirs} words={group.theirs} isInvalid={isMissing} />
          {group.isText && (
            <RadioGroupItem value="both" className="md:col-span-2">
              Keep both, as below
            </RadioGroupItem>
          )}
        </RadioGroup>
      </div>
      {typeof choice === 'object' && (
        <Field label={`${group.label}, both`}>
          <Textarea
            value={choice.text}
            rows={6}
            onChange={(event) => onChoice({ text: event.target.value })}
          />
        </Field>
      )}
      {isMissing && (
        <p id={`${id}-missing`} className="text-destructive text-sm">
          Choose which {group.label.toLowerCase()} to keep.
        </p>
      )}
    </section>
  );
}

function Side({
  value,
  name,
  words,
  isInvalid,
}: {
  value: string;
  name: string;
  words: string;
  isInvalid: boolean;
}) {
  return (
    <RadioGroupItem
      value={value}
      aria-invalid={isInvalid || undefined}
      className="items-start rounded-lg border border-border p-3 data-[state=checked]:border-primary"
    >
      <Said name={name} words={words} />
    </RadioGroupItem>
  );
}

/** A value below its name; line breaks are kept. */
export function Said({ name, words }: { name: string; words: string }) {
  return (
    <span className="grid min-w-0 content-start gap-0.5 text-sm">
      <span className="text-muted-foreground text-xs">{name}</span>
      <span className="wrap-anywhere whitespace-pre-wrap tabular-nums">{words}</span>
    </span>
  );
}
