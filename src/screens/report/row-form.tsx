import { Plus } from 'lucide-react';
import { mayUse } from '#domain/access/permissions.ts';
import { entityName } from '#entities/words/words.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { useRecordEdit } from '#screens/list/record-edit.tsx';
import { Button } from '#ui/button.tsx';
import type { CellTools } from './define-report.ts';
import type { LooseReport } from './report-state.ts';

/** The form of a report's rows, and the button for a new record; null for people with read-only access. */
export function useRowForm({ edits }: LooseReport, reload: CellTools['reload']) {
  const { profile } = useSignedIn();
  const edit = useRecordEdit<object>();
  if (edits === undefined) return null;
  if (!mayUse({ role: profile.auth, grants: profile.grants }, edits.permission)) return null;
  return {
    open: edit.open,
    form: edit.form((row, { onClose, onAddAnother }) => {
      const after = (step: () => void) => () => {
        step();
        void reload();
      };
      return edits.form(row, { onClose: after(onClose), onAddAnother: after(onAddAnother) });
    }),
    button: (
      <Button onClick={edit.openNew}>
        <Plus aria-hidden="true" />
        Add {entityName(edits.entity)}
      </Button>
    ),
  };
}
