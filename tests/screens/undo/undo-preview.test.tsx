import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { ServerResult } from '#screens/device/signed-in.ts';
import { UndoPreview } from '#screens/undo/undo-preview.tsx';

afterEach(cleanup);

function open(result: { undoable: number } | undefined) {
  const preview = { result, problem: null, isLoading: result === undefined, reload: async () => {} };
  render(
    <UndoPreview
      title="Undo the import of students.csv?"
      about="Records it added are removed."
      preview={preview as unknown as ServerResult<{ undoable: number }>}
      kept={() => null}
      label={(undoable) => `Undo ${undoable} records`}
      isBusy={false}
      problem={null}
      onUndo={() => {}}
      onClose={() => {}}
    />,
  );
  return screen.getByRole('button', { name: /undo/i });
}

test.each<[{ undoable: number } | undefined, string, boolean]>([
  [undefined, 'Undo', true],
  [{ undoable: 0 }, 'Nothing to undo', true],
  [{ undoable: 12 }, 'Undo 12 records', false],
])('with %j its button says "%s"', (result, words, isDisabled) => {
  const button = open(result);
  expect([button.textContent, (button as HTMLButtonElement).disabled]).toEqual([words, isDisabled]);
});
