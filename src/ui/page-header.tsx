import type { ReactNode } from 'react';
import { cn } from './class-names.ts';

interface PageHeaderProps {
  title: string;
  /** Shown after the title in parentheses, such as a person's services. */
  detail?: string;
  badge?: ReactNode;
  /** A secondary line below the title. */
  description?: ReactNode;
  actions?: ReactNode;
  className?: string;
}

/** The header of a screen; its title is the page's only first-level heading. */
export function PageHeader({ title, detail, badge, description, actions, className }: PageHeaderProps) {
  const basis = cn('min-w-0 flex-1', detail === undefined || detail === '' ? 'basis-64' : 'basis-96');
  return (
    <header
      data-slot="page-header"
      className={cn('flex flex-wrap items-start justify-between gap-x-6 gap-y-3', className)}
    >
      {/* In a wide window the second line has the whole width, not only what the buttons leave. */}
      <div className={cn('lg:contents', basis)}>
        <div className={basis}>
          <h1 className="mr-3 inline font-semibold text-xl leading-8 sm:text-2xl">
            {title}
            {detail !== undefined && detail !== '' && (
              <span className="font-normal text-muted-foreground"> ({detail})</span>
            )}
          </h1>
          {badge !== undefined && <span className="inline-flex align-[0.15em]">{badge}</span>}
        </div>
        {description !== undefined && (
          <p className="mt-0.5 text-pretty text-muted-foreground text-sm lg:order-1 lg:-mt-2 lg:basis-full">
            {description}
          </p>
        )}
      </div>
      {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}
