import { type FormEvent, useState } from 'react';
import type { RenewalLine } from '#contract/year-renewals.ts';
import { namedProviders } from '#domain/providers/provider-name.ts';
import { AUTHORIZED_PER_LABELS } from '#domain/students/student-file.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { useAllProviders } from '#screens/device/lookups.ts';
import { Button } from '#ui/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { NamedOptions, Select } from '#ui/select.tsx';
import { type LineChange, minutesProblem } from './renewal-values.ts';

interface LineDialogProps {
  line: RenewalLine;
  values: LineChange;
  onChange: (change: LineChange) => void;
  onClose: () => void;
}

/** Chooses another provider or other minutes for one renewed service. */
export function LineDialog({ line, values, onChange, onClose }: LineDialogProps) {
  const known = useAllProviders();
  const [entered, setEntered] = useState(values);
  const [problem, setProblem] = useState('');
  const providers = namedProviders(known?.values() ?? []).filter(
    (one) => !one.archived && one.services.includes(line.service),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // It is drawn inside the page, to React.
    event.stopPropagation();
    const found = minutesProblem(entered.minutes);
    setProblem(found);
    if (found === '') onChange(entered);
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent>
        <form noValidate className="contents" onSubmit={submit}>
          <DialogHeader>
            <DialogTitle>{line.student_name}</DialogTitle>
            <DialogDescription>
              {line.service_name}, minutes per {AUTHORIZED_PER_LABELS[line.authorised_per].toLowerCase()}
            </DialogDescription>
          </DialogHeader>
          <Field label={fieldLabel('student_service', 'provider')}>
            <Select
              value={entered.provider}
              onChange={({ target }) => setEntered({ ...entered, provider: target.value })}
            >
              <NamedOptions none="Not assigned" items={providers} />
            </Select>
          </Field>
          <Field
            label={fieldLabel('student_service', 'authorised_minutes')}
            description="Leave blank for no limit."
            error={problem === '' ? undefined : problem}
          >
            <Input
              inputMode="numeric"
              className="tabular-nums"
              value={entered.minutes}
              onChange={({ target }) => setEntered({ ...entered, minutes: target.value })}
            />
          </Field>
          <DialogFooter>
            <Button variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit">Apply</Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
