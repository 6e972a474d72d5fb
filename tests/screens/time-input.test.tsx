import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { showTimesAs } from '#domain/time/time-format.ts';
import { TimeInput } from '#screens/form/time-input.tsx';

afterEach(() => {
  cleanup();
  showTimesAs('12h');
});

const field = () => screen.getByLabelText('Time') as HTMLInputElement;

/** As in a form whose screen keeps the value. */
function Kept({ onTime }: { onTime: (time: string) => void }) {
  const [value, setValue] = useState('09:00');
  return (
    <>
      <TimeInput
        aria-label="Time"
        value={value}
        onChange={({ target }) => {
          setValue(target.value);
          onTime(target.value);
        }}
      />
      <button type="button" onClick={() => setValue('16:45')}>
        Later
      </button>
    </>
  );
}

/** As in a form that registers its fields. */
function Registered({ onSubmit }: { onSubmit: (time: string) => void }) {
  const { register, handleSubmit, setValue } = useForm({ defaultValues: { start: '09:00' } });
  return (
    <form onSubmit={(event) => void handleSubmit(({ start }) => onSubmit(start))(event)}>
      <TimeInput aria-label="Time" {...register('start')} />
      <button type="button" onClick={() => setValue('start', '16:45')}>
        Later
      </button>
      <button type="submit">Save</button>
    </form>
  );
}

describe('a time', () => {
  test("is entered in the browser's own input by someone who reads 12 hours", () => {
    const onTime = vi.fn();
    render(<Kept onTime={onTime} />);
    expect(field().type).toBe('time');
    fireEvent.change(field(), { target: { value: '14:30' } });
    expect(onTime).toHaveBeenLastCalledWith('14:30');
  });

  test('is typed with 24 hours, and finished when the field is left', async () => {
    showTimesAs('24h');
    const onTime = vi.fn();
    const user = userEvent.setup();
    render(<Kept onTime={onTime} />);
    expect(field().value).toBe('09:00');
    await user.clear(field());
    await user.type(field(), '14:3');
    expect(onTime).toHaveBeenLastCalledWith('');
    expect(field().value).toBe('14:3');
    await user.type(field(), '0');
    expect(onTime).toHaveBeenLastCalledWith('14:30');
    await user.clear(field());
    await user.type(field(), '2:15 pm');
    await user.tab();
    expect([field().value, onTime.mock.lastCall?.[0]]).toEqual(['14:15', '14:15']);
  });

  test('that makes no sense stays as typed, and counts as none', async () => {
    showTimesAs('24h');
    const onTime = vi.fn();
    const user = userEvent.setup();
    render(<Kept onTime={onTime} />);
    await user.clear(field());
    await user.type(field(), '25:00');
    await user.tab();
    expect([field().value, onTime.mock.lastCall?.[0]]).toEqual(['25:00', '']);
  });

  test('follows what the form sets', async () => {
    showTimesAs('24h');
    const user = userEvent.setup();
    render(<Kept onTime={() => undefined} />);
    await user.click(screen.getByRole('button', { name: 'Later' }));
    expect(field().value).toBe('16:45');
  });

  test('of a registered field is what the form submits', async () => {
    showTimesAs('24h');
    const onSubmit = vi.fn();
    const user = userEvent.setup();
    render(<Registered onSubmit={onSubmit} />);
    expect(field().value).toBe('09:00');
    await user.clear(field());
    await user.type(field(), '930');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(onSubmit).toHaveBeenLastCalledWith('09:30');
    await user.click(screen.getByRole('button', { name: 'Later' }));
    expect(field().value).toBe('16:45');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(onSubmit).toHaveBeenLastCalledWith('16:45');
  });
});
