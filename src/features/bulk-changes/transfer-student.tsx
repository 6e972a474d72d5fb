import { ArrowRightLeft } from 'lucide-react';
import { useState } from 'react';
import type { Student } from '#contract/student.ts';
import { Button } from '#ui/button.tsx';
import { TransferDialog } from './transfer-dialog.tsx';

interface TransferStudentProps {
  student: Student;
  onDone: () => Promise<void>;
}

/** The button that transfers a student to another client on a day. */
export function TransferStudent({ student, onDone }: TransferStudentProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <ArrowRightLeft aria-hidden="true" />
        Transfer
      </Button>
      {isOpen && (
        <TransferDialog
          student={student}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            void onDone();
          }}
        />
      )}
    </>
  );
}
