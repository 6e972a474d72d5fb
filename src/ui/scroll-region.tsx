import type { HTMLAttributes } from 'react';

interface ScrollRegionProps extends Omit<HTMLAttributes<HTMLElement>, 'tabIndex'> {
  as?: 'section' | 'div' | 'ul';
}

/** What scrolls by itself. It takes the focus, because not every browser lets the keyboard scroll what doesn't. */
export function ScrollRegion({ as: Element = 'section', ...props }: ScrollRegionProps) {
  return <Element data-slot="scroll-region" tabIndex={0} {...props} />;
}
