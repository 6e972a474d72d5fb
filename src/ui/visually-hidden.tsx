import type { ComponentProps } from 'react';

/** Read out, not seen. */
export function VisuallyHidden(props: Omit<ComponentProps<'span'>, 'className'>) {
  return <span data-slot="visually-hidden" className="sr-only" {...props} />;
}
