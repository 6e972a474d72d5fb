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
      about="Services end today and planned sessions are removed. Recorded sessions and notes stay, and providers no longer see the students."
      label="Archive"
      isDestructive
      order={{ kind: 'archive-students', records: [...records] }}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
