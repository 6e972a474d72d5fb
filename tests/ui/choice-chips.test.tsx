import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { ChoiceChips } from '#ui/choice-chips.tsx';
import { Field } from '#ui/field.tsx';

const choices = [
  { value: 'held', label: 'Held' },
  { value: 'absent', label: 'Student absent', short: 'Absent' },
  { value: 'closed', label: 'School closed' },
  { value: 'other', label: 'Other' },
] as const;
type Code = (typeof choices)[number]['value'];

function Attendance({ begins = 'held' }: { begins?: Code }) {
  const [code, setCode] = useState<Code>(begins);
  return (
    <Field label="Attendance" group>
      <ChoiceChips choices={choices} first={2} moreLabel="More codes" value={code} onValueChange={setCode} />
    </Field>
  );
}

const radios = () =>
  within(screen.getByRole('radiogroup', { name: 'Attendance' }))
    .getAllByRole('radio')
    .map((radio) => `${radio.textContent}${radio.ariaChecked === 'true' ? ' *' : ''}`);

/** Where Tab enters the group: at the chosen one. */
function enter(): void {
  act(() => screen.getByRole('radio', { name: 'Held' }).focus());
}

afterEach(cleanup);

describe('choice chips', () => {
  test('bring no hidden input into a form', () => {
    const { container } = render(
      <form>
        <Attendance />
      </form>,
    );
    expect(radios()).toHaveLength(2);
    expect(container.querySelector('input')).toBeNull();
  });

  test('are a radio group with the first choices and a button for the others', () => {
    render(<Attendance />);
    expect(radios()).toEqual(['Held *', 'Absent']);
    expect(screen.getByRole('radio', { name: 'Student absent' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'More codes' }).getAttribute('aria-expanded')).toBe('false');
  });

  test('show the chosen one wherever it stands in the list', () => {
    render(<Attendance begins="other" />);
    expect(radios()).toEqual(['Held', 'Absent', 'Other *']);
  });

  test('are walked with the arrow keys', async () => {
    render(<Attendance />);
    enter();
    // Radix follows the key while it is held down.
    await userEvent.keyboard('{ArrowRight>}');
    await waitFor(() => expect(radios()).toEqual(['Held', 'Absent *']));
  });

  test('take the focus from the button that brought them', async () => {
    render(<Attendance />);
    enter();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    expect(radios()).toEqual(['Held *', 'Absent', 'School closed', 'Other']);
    expect(document.activeElement?.textContent).toBe('School closed');
    await userEvent.keyboard(' ');
    expect(radios()).toEqual(['Held', 'Absent', 'School closed *', 'Other']);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
