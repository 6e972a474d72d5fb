import type { StudentFile } from '#contract/student.ts';
import { differingFields, MERGE_FIELDS, type MergeField } from '#domain/students/student-merge.ts';
import { counted } from '#domain/text/counted.ts';
import { useNames } from '#screens/device/record-names.ts';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { RadioGroup, RadioGroupItem } from '#ui/radio-group.tsx';
import { mergeFieldLabel, mergeFieldWords } from './merge-words.ts';

interface MergeFieldsProps {
  stays: StudentFile;
  merged: StudentFile;
  /** The fields whose value comes from the archived record. */
  chosen: readonly MergeField[];
  onChange: (chosen: readonly MergeField[]) => void;
}

/** Where two records differ: for each field, which value stays. */
export function MergeFields({ stays, merged, chosen, onChange }: MergeFieldsProps) {
  const names = useNames();
  if (names === undefined) return null;
  const fields = differingFields(stays, merged);
  const same = MERGE_FIELDS.length - fields.length;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{fields.length === 0 ? 'All details are the same' : 'Which details to keep'}</CardTitle>
        {fields.length > 0 && same > 0 && (
          <p className="text-muted-foreground text-sm">{counted(same, 'other detail')} are the same.</p>
        )}
      </CardHeader>
      {fields.length > 0 && (
        <CardContent className="grid divide-y divide-border">
          {fields.map((field) => (
            <RadioGroup
              key={field}
              aria-label={mergeFieldLabel(field)}
              className="items-center gap-x-4 py-1 sm:grid-cols-[12rem_1fr_1fr]"
              value={chosen.includes(field) ? 'merged' : 'stays'}
              onValueChange={(side) =>
                onChange(side === 'merged' ? [...chosen, field] : chosen.filter((one) => one !== field))
              }
            >
              <span className="text-muted-foreground text-sm">{mergeFieldLabel(field)}</span>
              <RadioGroupItem value="stays">{mergeFieldWords(field, stays[field], names)}</RadioGroupItem>
              <RadioGroupItem value="merged">{mergeFieldWords(field, merged[field], names)}</RadioGroupItem>
            </RadioGroup>
          ))}
        </CardContent>
      )}
    </Card>
  );
}
