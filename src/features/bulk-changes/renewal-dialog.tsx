import { counted } from '#domain/text/counted.ts';
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '#ui/dialog.tsx';
import { RenewalForm } from './renewal-form.tsx';

interface RenewalDialogProps {
  students: readonly string[];
  onClose: () => void;
  onDone: () => void;
}

/** Renews the services of chosen students. */
export function RenewalDialog({ students, onClose, onDone }: RenewalDialogProps) {
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent className="max-w-5xl">
        <DialogHeader>
          <DialogTitle>Renew for a new year</DialogTitle>
          <DialogDescription>
            Assigned services and grades of {counted(students.length, 'student')}. Nothing changes before you
            press Renew.
          </DialogDescription>
        </DialogHeader>
        <RenewalForm
          students={students}
          client={null}
          onDone={() => {
            onDone();
            onClose();
          }}
        />
      </DialogContent>
    </Dialog>
  );
}
