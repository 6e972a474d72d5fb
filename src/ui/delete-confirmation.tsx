import type { ReactNode } from 'react';
import { Confirmation, type ConfirmationProps } from './confirmation.tsx';

interface DeleteConfirmationProps extends ConfirmationProps {
  name: string;
  /** What happens instead, or with it. */
  detail?: string | undefined;
  /** What it changes, below the question. */
  effect?: ReactNode;
}

export function DeleteConfirmation({ name, detail, ...props }: DeleteConfirmationProps) {
  return (
    <Confirmation title="Confirmation - Delete" destructive {...props}>
      Are you sure you want to Delete {name}?
      {detail !== undefined && <span className="mt-2 block">{detail}</span>}
    </Confirmation>
  );
}
