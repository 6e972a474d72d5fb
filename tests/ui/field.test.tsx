import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { Combobox } from '#ui/combobox.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Select } from '#ui/select.tsx';

afterEach(cleanup);

/** The texts that `aria-describedby` references, in order. */
function describedBy(element: HTMLElement): string[] {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? `nothing has the id ${id}`);
}

describe('a field', () => {
  test('names its control and describes it', () => {
    render(
      <Field label="Start time" description="Pacific time.">
        <Input type="time" />
      </Field>,
    );
    const control = screen.getByLabelText('Start time', { exact: true });
    expect(describedBy(control)).toEqual(['Pacific time.']);
    expect(control.getAttribute('aria-invalid')).toBeNull();
  });

  test('without description or error points to nothing', () => {
    render(
      <Field label="Title">
        <Input />
      </Field>,
    );
    expect(screen.getByLabelText('Title').getAttribute('aria-describedby')).toBeNull();
  });

  test('links an error to the control and announces it when it appears', () => {
    const field = (error?: string) => (
      <Field label="Duration (minutes)" description="As it was." error={error}>
        <Input />
      </Field>
    );
    const { rerender } = render(field());
    const region = document.querySelector('[aria-live="polite"]');
    expect(region?.textContent).toBe('');

    rerender(field('Too long.'));
    const control = screen.getByLabelText('Duration (minutes)');
    expect(control.getAttribute('aria-invalid')).toBe('true');
    expect(describedBy(control)).toEqual(['As it was.', 'Too long.']);
    expect(region?.textContent).toBe('Too long.');

    rerender(field());
    expect(control.getAttribute('aria-invalid')).toBeNull();
    expect(describedBy(control)).toEqual(['As it was.']);
  });

  test('keeps the required mark out of its name', () => {
    render(
      <Field label="Service" required error="Choose a service.">
        <Select defaultValue="">
          <option value="">Choose…</option>
        </Select>
      </Field>,
    );
    const control = screen.getByLabelText('Service', { exact: true });
    expect(control.getAttribute('aria-required')).toBe('true');
    expect(describedBy(control)).toEqual(['Choose a service.']);
  });

  test('reaches the control inside a combobox', () => {
    render(
      <Field label="Student" error="Choose a student.">
        <Combobox options={[]} searchLabel="Search students" value={null} onValueChange={() => {}} />
      </Field>,
    );
    const control = screen.getByRole('combobox', { name: 'Student' });
    expect(control.getAttribute('aria-invalid')).toBe('true');
    expect(describedBy(control)).toEqual(['Choose a student.']);
  });

  test('names a group', () => {
    render(
      <Field label="Modality" group>
        <SegmentedControl
          value="remote"
          onValueChange={() => {}}
          segments={[
            { value: 'in_person', label: 'In person' },
            { value: 'remote', label: 'Remote' },
          ]}
        />
      </Field>,
    );
    expect(screen.getByRole('radiogroup', { name: 'Modality' })).toBeTruthy();
    expect(screen.getByRole('radio', { name: 'Remote' }).getAttribute('aria-checked')).toBe('true');
  });
});
