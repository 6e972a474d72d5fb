import { CircleAlert, Info, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '#ui/class-names.ts';

interface NoteProps {
  /** A `problem` is announced immediately. */
  tone?: 'quiet' | 'problem';
  icon?: LucideIcon;
  children: ReactNode;
}

/** A sentence or two about the whole form. */
export function Note({ tone = 'quiet', icon, children }: NoteProps) {
  const Icon = icon ?? (tone === 'problem' ? CircleAlert : Info);
  return (
    <div
      {...(tone === 'problem' ? { role: 'alert' } : {})}
      className={cn(
        'flex items-start gap-2.5 rounded-md px-3 py-2.5 text-sm',
        tone === 'problem' ? 'bg-destructive-soft text-destructive' : 'bg-muted text-muted-foreground',
      )}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
