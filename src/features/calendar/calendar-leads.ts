import type { ReactNode } from 'react';

/** Where a calendar leads to, and what stands in it, that is no part of it. */
export interface CalendarLeads {
  /** Begins a session filled in from an occurrence of that day. */
  onLogSession: (occurrence: string, day: string) => void;
  onOpenSession: (id: string) => void;
  onOpenLunch: (id: string, day: string) => void;
  /** Stands over the form of an event or series, by its id. */
  noticeOf: (id: string) => ReactNode;
}
