import type { ReactNode } from 'react';

/** Links out of a calendar, and content from other features. */
export interface CalendarLeads {
  /** Opens a session form prefilled from an occurrence of that day. */
  onLogSession: (occurrence: string, day: string) => void;
  onOpenSession: (id: string) => void;
  onOpenLunch: (id: string, day: string) => void;
  /** Shown above the form of an event or series, by its id. */
  noticeOf: (id: string) => ReactNode;
}
