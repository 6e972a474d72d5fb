import { Mic, MicOff } from 'lucide-react';
import { useRef } from 'react';
import { toast } from 'sonner';
import { Button } from '#ui/button.tsx';
import { Combobox, type ComboboxOption } from '#ui/combobox.tsx';
import { Field } from '#ui/field.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { Tooltip } from '#ui/tooltip.tsx';
import { useDictation } from './dictation.ts';

interface TextPartProps {
  label: string;
  value: string;
  error?: string | undefined;
  /** Texts that can be inserted at the cursor, found by their words. */
  insertions?: readonly ComboboxOption[];
  onChange: (text: string) => void;
  onLeave: () => void;
}

const LONGEST = 20_000;

/** A section of a note: typed, dictated, or assembled from the organization's texts. */
export function TextPart({ label, value, error, insertions = [], onChange, onLeave }: TextPartProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const put = (words: string) => {
    const at = field.current?.selectionStart ?? value.length;
    const end = field.current?.selectionEnd ?? at;
    const [before, after] = [value.slice(0, at), value.slice(end)];
    const gap = before === '' || /\s$/.test(before) ? '' : ' ';
    const tail = after === '' || /^\s/.test(after) ? '' : ' ';
    onChange(`${before}${gap}${words}${tail}${after}`.slice(0, LONGEST));
    const place = at + gap.length + words.length;
    requestAnimationFrame(() => field.current?.setSelectionRange(place, place));
  };
  const dictation = useDictation((words) => words !== '' && put(words));
  return (
    <div className="grid gap-2">
      <div className="relative">
        <Field label={label} error={error}>
          <Textarea
            ref={field}
            value={value}
            maxLength={LONGEST}
            rows={3}
            className={dictation === null ? '' : 'pr-11'}
            onChange={({ target }) => {
              // A message never covers what is being typed.
              toast.dismiss();
              onChange(target.value);
            }}
            onBlur={onLeave}
          />
        </Field>
        {dictation !== null && (
          <Tooltip content="Your browser's speech service may hear what you say. Don't say names.">
            <Button
              size="icon"
              variant={dictation.isListening ? 'secondary' : 'ghost'}
              className="absolute top-7 right-1 text-muted-foreground"
              aria-pressed={dictation.isListening}
              onClick={dictation.toggle}
            >
              {dictation.isListening ? <MicOff aria-hidden="true" /> : <Mic aria-hidden="true" />}
              <span className="sr-only">{`${dictation.isListening ? 'Stop dictating' : 'Dictate'} ${label}`}</span>
            </Button>
          </Tooltip>
        )}
      </div>
      {insertions.length > 0 && (
        <Combobox
          className="w-56 max-w-full"
          aria-label={`Insert into ${label}`}
          options={insertions}
          searchLabel={`Search saved text for ${label}`}
          value={null}
          placeholder="Insert saved text…"
          onValueChange={(id) => {
            const chosen = insertions.find((option) => option.value === id);
            if (chosen !== undefined) put(chosen.label);
          }}
        />
      )}
    </div>
  );
}
