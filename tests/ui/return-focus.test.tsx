import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { Dialog, DialogContent, DialogTitle } from '#ui/dialog.tsx';

afterEach(cleanup);

/** A bar whose dialog is followed by another one, as an undo follows what was done; the bar is gone by then. */
function Bar() {
  const [shown, setShown] = useState<'bar' | 'first' | 'second' | 'nothing'>('bar');
  return (
    <main id="main" tabIndex={-1}>
      {shown === 'bar' && (
        <button type="button" onClick={() => setShown('first')}>
          Open
        </button>
      )}
      {shown === 'first' && (
        <Panel key="first" title="First" label="Go on" onPress={() => setShown('second')} />
      )}
      {shown === 'second' && (
        <Panel key="second" title="Second" label="Finish" onPress={() => setShown('nothing')} />
      )}
    </main>
  );
}

function Panel({ title, label, onPress }: { title: string; label: string; onPress: () => void }) {
  return (
    <Dialog open>
      <DialogContent aria-describedby={undefined}>
        <DialogTitle>{title}</DialogTitle>
        <button type="button" onClick={onPress}>
          {label}
        </button>
      </DialogContent>
    </Dialog>
  );
}

test('after a dialog that followed another one, the screen has the focus', async () => {
  const user = userEvent.setup();
  render(<Bar />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.click(await screen.findByRole('button', { name: 'Go on' }));
  await user.click(await screen.findByRole('button', { name: 'Finish' }));
  await waitFor(() => expect(document.activeElement?.id).toBe('main'));
});
