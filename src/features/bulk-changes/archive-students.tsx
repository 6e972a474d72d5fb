import { OrderDialog } from './order-dialog.tsx';

interface ArchiveStudentsProps {
  records: readonly string[];
  onClose: () => void;
  onDone: () => void;
}

/** Archives students after saying what that ends. */
export function ArchiveStudents({ records, onClose, onDone }: ArchiveStudentsProps) {
  return (
    <OrderDialog
      title="Archive students"
      about="Services end today, planned sessions are removed, and providers no longer see the students. Recorded sessions and notes are kept."
      label="Archive"
      isDestructive
      order={{ kind: 'archive-students', records: [...records] }}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
