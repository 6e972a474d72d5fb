import { useState } from 'react';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { Combobox, type ComboboxOption, MultiCombobox } from '#ui/combobox.tsx';
import { Field } from '#ui/field.tsx';
import { FormFooter } from '#ui/form-footer.tsx';
import { Input } from '#ui/input.tsx';
import { RecordState } from '#ui/record-state.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Select } from '#ui/select.tsx';
import { Textarea } from '#ui/textarea.tsx';

const schools = ['Alder Creek', 'Bayview', 'Cedar Grove', 'Dry Lake'];
const students: ComboboxOption[] = Array.from({ length: 160 }, (_, index) => ({
  value: `student-${index}`,
  label: `${['Ana', 'Bo', 'Chidi', 'Dora', 'Eló', 'Finn'][index % 6]} ${['Reyes', 'Lund', 'Okafor', 'Park', 'Silva'][index % 5]} ${index + 1}`,
  hint: schools[index % 4] ?? '',
}));

export function FormSection() {
  const [student, setStudent] = useState<string | null>('student-3');
  const [group, setGroup] = useState(['student-0', 'student-7']);
  const [modality, setModality] = useState<'in_person' | 'remote'>('in_person');
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card aria-label="A session">
        <CardHeader>
          <CardTitle>Add session</CardTitle>
        </CardHeader>
        <CardContent>
          <form className="grid gap-4 sm:grid-cols-2" onSubmit={(event) => event.preventDefault()}>
            <Field label="Student" required className="sm:col-span-2">
              <Combobox
                options={students}
                searchLabel="Search students"
                value={student}
                onValueChange={setStudent}
                placeholder="Choose a student"
              />
            </Field>
            <Field label="Group" description="Everyone who took part." className="sm:col-span-2">
              <MultiCombobox
                options={students}
                searchLabel="Search students"
                value={group}
                onValueChange={setGroup}
              />
            </Field>
            <Field label="Service">
              <Select defaultValue="speech">
                <option value="speech">Speech therapy</option>
                <option value="ot">Occupational therapy</option>
              </Select>
            </Field>
            <Field label="Modality" group>
              <SegmentedControl
                value={modality}
                onValueChange={setModality}
                segments={[
                  { value: 'in_person', label: 'In person' },
                  { value: 'remote', label: 'Remote' },
                ]}
              />
            </Field>
            <Field label="Date">
              <Input type="date" defaultValue="2026-11-21" />
            </Field>
            <Field label="Start time">
              <Input type="time" defaultValue="08:05" />
            </Field>
            <Field label="Notes" className="sm:col-span-2">
              <Textarea placeholder="What happened, in a sentence or two" />
            </Field>
            <FormFooter className="sm:col-span-2" onCancel={() => {}} onSaveAndAdd={() => {}}>
              <RecordState state="waiting" />
            </FormFooter>
          </form>
        </CardContent>
      </Card>
      <Card aria-label="A form with errors">
        <CardHeader>
          <CardTitle>With errors</CardTitle>
        </CardHeader>
        <CardContent>
          <form className="grid gap-4" onSubmit={(event) => event.preventDefault()}>
            <Field label="Student" required error="Choose a student.">
              <Combobox
                options={students}
                searchLabel="Search students"
                value={null}
                onValueChange={() => {}}
              />
            </Field>
            <Field label="Duration (minutes)" error="A session lasts between 1 and 480 minutes.">
              <Input type="number" inputMode="numeric" defaultValue={0} />
            </Field>
            <Field label="Attendance" error="Choose what happened." description="Decides what is billed.">
              <Select defaultValue="">
                <option value="">Choose…</option>
                <option value="delivered">Delivered</option>
              </Select>
            </Field>
            <Field label="Provider" description="Set by the office.">
              <Input readOnly value="Marisol Quintero" />
            </Field>
            <Field label="Location">
              <Input disabled value="Alder Creek" />
            </Field>
            <FormFooter error />
            <FormFooter loading onCancel={() => {}} onSaveAndAdd={() => {}} />
            <FormFooter complete onCancel={() => {}} onSaveAndAdd={() => {}} />
          </form>
        </CardContent>
      </Card>
    </div>
  );
}
