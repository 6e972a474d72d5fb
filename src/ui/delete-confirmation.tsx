import { Confirmation, type ConfirmationProps } from './confirmation.tsx';

export function DeleteConfirmation({ name, ...props }: ConfirmationProps & { name: string }) {
  return (
    <Confirmation title="Confirmation - Delete" destructive {...props}>
      Are you sure you want to Delete {name}?
    </Confirmation>
  );
}
