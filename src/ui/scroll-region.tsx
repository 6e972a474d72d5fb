import type { HTMLAttributes, Ref } from 'react';

interface ScrollRegionProps extends Omit<HTMLAttributes<HTMLElement>, 'tabIndex'> {
  as?: 'section' | 'div' | 'ul' | 'pre';
  ref?: Ref<HTMLElement>;
}

/** What scrolls by itself. It takes the focus, because not every browser lets the keyboard scroll what doesn't. */
export function ScrollRegion({ as = 'section', ...props }: ScrollRegionProps) {
  // What each of them takes is the same.
  const Element = as as 'section';
  return <Element data-slot="scroll-region" tabIndex={0} {...props} />;
}
