import { Minus, Plus } from 'lucide-react';
import type { LocalRow } from '#db/encrypted-rows.ts';
import { resultWords } from '#domain/notes/goal-accuracy.ts';
import type { TypedResult } from '#domain/notes/soap-draft.ts';
import { PROMPT_LABELS, PROMPT_LEVELS, type PromptLevel } from '#domain/notes/soap-note.ts';
import { goalResultProblems } from '#domain/notes/soap-signature.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';

const MOST = 9_999;

interface GoalFieldsProps {
  goal: LocalRow<'goal'>;
  place: number;
  result: TypedResult;
  onChange: (result: TypedResult) => void;
  onLeave: () => void;
}

/** The result of one goal, counted with one thumb. */
export function GoalFields({ goal, place, result, onChange, onLeave }: GoalFieldsProps) {
  const problems = goalResultProblems(result);
  const words = resultWords(result);
  const { trials, correct } = result;
  const count = (isCorrect: boolean) =>
    onChange({
      ...result,
      trials: Math.min(MOST, (trials ?? 0) + 1),
      correct: Math.min(MOST, (correct ?? 0) + (isCorrect ? 1 : 0)),
    });
  return (
    <fieldset className="grid gap-3 rounded-lg border border-border p-3">
      <legend className="px-1 font-medium text-sm">
        Goal {place}
        {words !== null && <span className="text-muted-foreground tabular-nums"> · {words}</span>}
      </legend>
      <p className="text-sm">{goal.goal_text}</p>
      <div className="grid grid-cols-2 gap-2">
        <Button size="lg" className="h-12" variant="outline" onClick={() => count(true)}>
          <Plus aria-hidden="true" />
          Correct
          <span className="sr-only">{` trial for goal ${place}`}</span>
        </Button>
        <Button size="lg" className="h-12" variant="outline" onClick={() => count(false)}>
          <Plus aria-hidden="true" />
          Not yet
          <span className="sr-only">{` correct trial for goal ${place}`}</span>
        </Button>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <Stepper
          label={`Trials for goal ${place}`}
          shown="Trials"
          value={trials}
          error={problems.trials}
          onChange={(value) => onChange({ ...result, trials: value })}
        />
        <Stepper
          label={`Correct for goal ${place}`}
          shown="Correct"
          value={correct}
          error={problems.correct}
          onChange={(value) => onChange({ ...result, correct: value })}
        />
        <Field label={`Prompt level for goal ${place}`}>
          <Select
            value={result.prompt_level}
            onChange={({ target }) => onChange({ ...result, prompt_level: target.value as PromptLevel })}
          >
            {PROMPT_LEVELS.map((level) => (
              <option key={level} value={level}>
                {PROMPT_LABELS[level]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={`Comment on goal ${place}`}>
          <Input
            value={result.comment}
            maxLength={4_000}
            onBlur={onLeave}
            onChange={({ target }) => onChange({ ...result, comment: target.value })}
          />
        </Field>
      </div>
    </fieldset>
  );
}

interface StepperProps {
  label: string;
  shown: string;
  value: number | null;
  error: string | undefined;
  onChange: (value: number | null) => void;
}

function Stepper({ label, shown, value, error, onChange }: StepperProps) {
  const to = (next: number) => onChange(Math.min(MOST, Math.max(0, next)));
  return (
    <div className="flex items-end gap-2">
      <Button
        variant="outline"
        className="size-11 p-0"
        aria-label={`One less: ${label}`}
        disabled={value === null || value === 0}
        onClick={() => to((value ?? 0) - 1)}
      >
        <Minus aria-hidden="true" />
      </Button>
      <Field label={shown} error={error} className="min-w-0 flex-1">
        <Input
          inputMode="numeric"
          className="h-11 text-center tabular-nums"
          aria-label={label}
          value={value ?? ''}
          onChange={({ target }) => {
            const digits = target.value.replaceAll(/\D/g, '');
            if (digits === '') onChange(null);
            else to(Number(digits));
          }}
        />
      </Field>
      <Button
        variant="outline"
        className="size-11 p-0"
        aria-label={`One more: ${label}`}
        onClick={() => to((value ?? 0) + 1)}
      >
        <Plus aria-hidden="true" />
      </Button>
    </div>
  );
}
