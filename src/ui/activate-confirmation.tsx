import { Confirmation, type ConfirmationProps } from './confirmation.tsx';

interface ActivateConfirmationProps extends ConfirmationProps {
  /** The label of the button, such as "Activate", "Deactivate", or "Archive". */
  buttonLabel: string;
  name: string;
}

export function ActivateConfirmation({ buttonLabel, name, ...props }: ActivateConfirmationProps) {
  return (
    <Confirmation title={`Confirmation - ${buttonLabel}`} {...props}>
      Are you sure you want to {buttonLabel} {name}?
    </Confirmation>
  );
}
