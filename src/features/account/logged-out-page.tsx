import type { ReactNode } from 'react';

interface LoggedOutPageProps {
  title: string;
  children: ReactNode;
  /** Shown below the panel. */
  footer?: ReactNode;
}

/** The frame of every screen before login: one panel, without any names. */
export function LoggedOutPage({ title, children, footer }: LoggedOutPageProps) {
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 pt-[max(2rem,9dvh)] pb-6">
      <div className="w-full max-w-sm">
        <div className="mb-6 flex items-center gap-3">
          <img src="/icons/icon.svg" alt="" width={36} height={36} className="size-9" />
          <span className="font-semibold text-xl tracking-tight">Caseload</span>
        </div>
        <section className="rounded-xl border border-border bg-card p-5 sm:p-6">
          <h1 className="mb-4 font-semibold text-lg leading-7">{title}</h1>
          {children}
        </section>
        {footer}
      </div>
    </main>
  );
}
