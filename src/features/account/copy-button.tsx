import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';

interface CopyButtonProps {
  text: string;
  /** What is copied: "key", "recovery codes". */
  what: string;
}

/** Copies a text and says so in its place: before login there are no toasts. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'failed'>('none');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('failed');
    }
  };
  return (
    <>
      <Button variant="outline" size="sm" aria-label={`Copy ${what}`} onClick={() => void copy()}>
        {outcome === 'copied' ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        {outcome === 'copied' ? 'Copied' : 'Copy'}
      </Button>
      <span role="status" className={outcome === 'failed' ? 'text-destructive text-xs' : 'sr-only'}>
        {outcome === 'copied' && `Copied the ${what}`}
        {outcome === 'failed' && 'Copying failed. Select the text and copy it.'}
      </span>
    </>
  );
}
