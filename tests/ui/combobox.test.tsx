import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Combobox, type ComboboxOption, MultiCombobox } from '#ui/combobox.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const students: ComboboxOption[] = [
  { value: 'a', label: 'Ana Reyes', hint: 'Bayview' },
  { value: 'b', label: 'Eló Park', hint: 'Alder Creek' },
  { value: 'c', label: 'Bo Reyes', hint: 'Alder Creek' },
];

function Group({ onPick }: { onPick: (values: string[]) => void }) {
  const [value, setValue] = useState<string[]>([]);
  return (
    <MultiCombobox
      aria-label="Students"
      options={students}
      searchLabel="Search students"
      value={value}
      onValueChange={(next) => {
        setValue(next);
        onPick(next);
      }}
    />
  );
}

function optionTexts(): string[] {
  return screen.queryAllByRole('option').map((option) => option.textContent ?? '');
}

describe('a combobox', () => {
  test('finds any words of label and hint, regardless of accents and order', async () => {
    const onPick = vi.fn();
    render(
      <Combobox
        aria-label="Student"
        options={students}
        searchLabel="Search students"
        value={null}
        onValueChange={onPick}
      />,
    );
    await userEvent.click(screen.getByRole('combobox', { name: 'Student' }));
    expect(optionTexts()).toHaveLength(3);
    await userEvent.keyboard('alder elo');
    expect(optionTexts()).toEqual(['Eló Park · Alder Creek']);
    await userEvent.keyboard('{Enter}');
    expect(onPick).toHaveBeenCalledWith('b');
    expect(screen.queryByRole('option')).toBeNull();
  });

  test('finds names regardless of the shape of their apostrophes', async () => {
    render(
      <Combobox
        aria-label="Student"
        options={[
          { value: 'd', label: 'Sean O’Neil' },
          { value: 'e', label: "Kim D'Arcy" },
        ]}
        searchLabel="Search students"
        value={null}
        onValueChange={() => undefined}
      />,
    );
    await userEvent.click(screen.getByRole('combobox', { name: 'Student' }));
    const input = screen.getByPlaceholderText('Search students');
    await userEvent.type(input, "o'neil");
    expect(optionTexts()).toEqual(['Sean O’Neil']);
    await userEvent.clear(input);
    await userEvent.type(input, 'd’arcy');
    expect(optionTexts()).toEqual(["Kim D'Arcy"]);
  });

  test('of a long list takes the first match with Enter', async () => {
    const onPick = vi.fn();
    const many = Array.from({ length: 200 }, (_, at) => ({ value: `v${at}`, label: `Student ${at}` }));
    render(
      <Combobox
        aria-label="Student"
        options={many}
        searchLabel="Search students"
        value={null}
        onValueChange={onPick}
      />,
    );
    await userEvent.click(screen.getByRole('combobox', { name: 'Student' }));
    await userEvent.keyboard('137');
    await screen.findByRole('option', { name: 'Student 137', selected: true });
    await userEvent.keyboard('{Enter}');
    expect(onPick).toHaveBeenCalledWith('v137');
  });

  test('says when nothing matches', async () => {
    render(<Group onPick={() => {}} />);
    await userEvent.click(screen.getByRole('combobox', { name: 'Students' }));
    await userEvent.keyboard('zzz');
    expect(optionTexts()).toEqual([]);
    expect(screen.getByRole('status').textContent).toBe('No matches.');
  });

  test('whose options are found elsewhere shows them as they are, and says that there are more', async () => {
    const onSearch = vi.fn();
    render(
      <MultiCombobox
        aria-label="Students"
        options={students}
        searchLabel="Search students"
        onSearch={onSearch}
        hasMore
        value={[]}
        onValueChange={() => undefined}
      />,
    );
    await userEvent.click(screen.getByRole('combobox', { name: 'Students' }));
    await userEvent.keyboard('zz');
    expect(onSearch.mock.calls).toEqual([['z'], ['zz']]);
    expect(optionTexts()).toHaveLength(3);
    expect(screen.getByText('More matches. Type to narrow the list.')).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    expect(onSearch).toHaveBeenLastCalledWith('');
  });

  test('for several values applies the choices when it closes, so that nothing moves under the finger', async () => {
    const onPick = vi.fn();
    render(<Group onPick={onPick} />);
    const control = screen.getByRole('combobox', { name: 'Students' });
    await userEvent.click(control);
    await userEvent.click(screen.getByRole('option', { name: /Bo Reyes/ }));
    await userEvent.click(screen.getByRole('option', { name: /Eló Park/ }));
    await userEvent.click(screen.getByRole('option', { name: /Bo Reyes/ }));
    expect(onPick).not.toHaveBeenCalled();
    expect(control.textContent).toBe('Eló Park');
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    expect(onPick.mock.calls).toEqual([[['b']]]);
    expect(screen.queryByRole('option')).toBeNull();
  });

  test('for several values names the choices', async () => {
    render(<Group onPick={() => {}} />);
    await userEvent.click(screen.getByRole('combobox', { name: 'Students' }));
    await userEvent.click(screen.getByRole('option', { name: /Bo Reyes/ }));
    await userEvent.click(screen.getByRole('option', { name: /Ana Reyes/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.getByRole('combobox', { name: 'Students' }).textContent).toBe('Bo Reyes, Ana Reyes');
  });

  test('for several values stays open, adds in order, and removes', async () => {
    const onPick = vi.fn();
    render(<Group onPick={onPick} />);
    await userEvent.click(screen.getByRole('combobox', { name: 'Students' }));
    await userEvent.click(screen.getByRole('option', { name: /Bo Reyes/ }));
    await userEvent.click(screen.getByRole('option', { name: /Ana Reyes/ }));
    await userEvent.keyboard('{Escape}');
    expect(onPick).toHaveBeenLastCalledWith(['c', 'a']);
    await userEvent.click(screen.getByRole('button', { name: 'Remove Bo Reyes' }));
    expect(onPick).toHaveBeenLastCalledWith(['a']);
  });
});
