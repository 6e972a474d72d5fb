import { ChevronDown, ChevronUp } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { KeyHint } from './key-hint.tsx';

interface ReviewStepsProps {
  /** "note" */
  noun: string;
  onStep: (by: 1 | -1) => void;
}

/** Leads to the previous and the next record of a review, as the keys K and J do. */
export function ReviewSteps({ noun, onStep }: ReviewStepsProps) {
  return (
    <>
      <Button size="sm" variant="ghost" aria-label={`Previous ${noun}`} onClick={() => onStep(-1)}>
        <ChevronUp aria-hidden="true" />
        <KeyHint>K</KeyHint>
      </Button>
      <Button size="sm" variant="ghost" aria-label={`Next ${noun}`} onClick={() => onStep(1)}>
        <ChevronDown aria-hidden="true" />
        <KeyHint>J</KeyHint>
      </Button>
    </>
  );
}
