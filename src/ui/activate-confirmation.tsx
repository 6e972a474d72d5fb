import type { ReactNode } from 'react';
import { Confirmation, type ConfirmationProps } from './confirmation.tsx';

interface ActivateConfirmationProps extends ConfirmationProps {
  /** The label of the button, such as "Activate", "Deactivate", or "Archive". */
  buttonLabel: string;
  name: string;
  /** What the person should know first, in sentences. */
  note?: ReactNode;
}

export function ActivateConfirmation({ buttonLabel, name, note, ...props }: ActivateConfirmationProps) {
  return (
    <Confirmation title={`Confirmation - ${buttonLabel}`} {...props}>
      {note !== undefined && <>{note} </>}
      Are you sure you want to {buttonLabel} {name}?
    </Confirmation>
  );
}
