import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ActivateConfirmation } from '#ui/activate-confirmation.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { DeleteConfirmation } from '#ui/delete-confirmation.tsx';

afterEach(cleanup);

function Asking({ onConfirm }: { onConfirm: () => void | Promise<void> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Delete
      </button>
      <DeleteConfirmation open={open} onOpenChange={setOpen} name="Alder Creek" onConfirm={onConfirm} />
    </>
  );
}

async function ask(onConfirm: () => void | Promise<void>) {
  render(<Asking onConfirm={onConfirm} />);
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  return screen.getByRole('alertdialog', { name: 'Confirmation - Delete' });
}

describe('the delete confirmation', () => {
  test("uses the specification's text", async () => {
    const dialog = await ask(() => {});
    expect(dialog.textContent).toContain('Are you sure you want to Delete Alder Creek?');
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Cancel', 'CONFIRM']);
  });

  test('has the focus on Cancel, so that Enter deletes nothing', async () => {
    const onConfirm = vi.fn();
    await ask(onConfirm);
    expect(document.activeElement?.textContent).toBe('Cancel');
    await userEvent.keyboard('{Enter}');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(onConfirm).not.toHaveBeenCalled();
  });

  test('does nothing on Escape', async () => {
    const onConfirm = vi.fn();
    await ask(onConfirm);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(onConfirm).not.toHaveBeenCalled();
  });

  test('returns the focus to the button that opened it', async () => {
    await ask(() => {});
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete' })));
  });

  test('moves the focus to the screen if the button is gone with its row', async () => {
    function Row() {
      const [isThere, setThere] = useState(true);
      return (
        <main id="main" tabIndex={-1}>
          {isThere && <Asking onConfirm={() => setThere(false)} />}
        </main>
      );
    }
    render(<Row />);
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await userEvent.click(screen.getByRole('button', { name: 'CONFIRM' }));
    await waitFor(() => expect(document.activeElement?.id).toBe('main'));
  });

  test('confirms once, however often it is pressed, and closes when that is done', async () => {
    let finish = () => {};
    const onConfirm = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    await ask(onConfirm);
    const confirm = screen.getByRole('button', { name: 'CONFIRM' });
    await userEvent.dblClick(confirm);
    expect(onConfirm).toHaveBeenCalledOnce();
    expect(screen.queryByRole('alertdialog')).not.toBeNull();
    finish();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  test('stays open and says why when the deletion fails', async () => {
    await ask(() => Promise.reject(new Error('This device is full.')));
    await userEvent.click(screen.getByRole('button', { name: 'CONFIRM' }));
    expect((await screen.findByRole('alert')).textContent).toBe('This device is full.');
    expect(screen.getByRole('button', { name: 'CONFIRM' }).getAttribute('aria-disabled')).toBeNull();
  });
});

test("the activate confirmation has the button's label in its title", () => {
  render(
    <ActivateConfirmation
      open
      onOpenChange={() => {}}
      onConfirm={() => {}}
      buttonLabel="Deactivate"
      name="Alder Creek"
    />,
  );
  const dialog = screen.getByRole('alertdialog', { name: 'Confirmation - Deactivate' });
  expect(dialog.textContent).toContain('Are you sure you want to Deactivate Alder Creek?');
});

/** @param isKept whether a row stays, without its button, once it is decided on */
function Decided({ isKept = false }: { isKept?: boolean }) {
  const [rows, setRows] = useState(['Ana', 'Ben', 'Cleo'].map((name) => ({ name, isOpen: true })));
  const decide = (name: string) =>
    setRows(
      isKept
        ? rows.map((one) => (one.name === name ? { ...one, isOpen: false } : one))
        : rows.filter((one) => one.name !== name),
    );
  return (
    <DataTable
      label="Requests"
      rows={rows}
      rowId={({ name }) => name}
      empty="Nothing to decide."
      {...(isKept && { onOpen: () => undefined })}
      columns={[
        { id: 'name', header: 'Name', value: ({ name }) => name },
        {
          ...{ id: 'action', header: 'Action', value: () => null },
          cell: ({ name, isOpen }) =>
            isOpen ? <DecideButton name={name} onDecided={() => decide(name)} /> : 'Approved',
        },
      ]}
    />
  );
}

function DecideButton({ name, onDecided }: { name: string; onDecided: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>{`Approve ${name}`}</button>
      <ActivateConfirmation
        {...{ open, name }}
        buttonLabel="Approve"
        onOpenChange={setOpen}
        onConfirm={onDecided}
      />
    </>
  );
}

test('after a decision in a table the focus is on the same button of the row that moved up', async () => {
  const user = userEvent.setup();
  render(<Decided />);
  const decide = async (name: string) => {
    await user.click(screen.getByRole('button', { name: `Approve ${name}` }));
    await user.click(screen.getByRole('button', { name: 'CONFIRM' }));
    await waitFor(() => expect(screen.queryByText(`Approve ${name}`)).toBeNull());
  };
  await decide('Ben');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Approve Cleo'));
  await decide('Cleo');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Approve Ana'));
});

test('after a decision that leaves its row without a button the focus is on the row', async () => {
  const user = userEvent.setup();
  render(<Decided isKept />);
  await user.click(screen.getByRole('button', { name: 'Approve Ben' }));
  await user.click(screen.getByRole('button', { name: 'CONFIRM' }));
  const row = (await screen.findByText('Approved')).closest('tr');
  await waitFor(() => expect(document.activeElement).toBe(row));
});
