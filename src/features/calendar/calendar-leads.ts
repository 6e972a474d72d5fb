/** Where a calendar leads to that is no part of it. */
export interface CalendarLeads {
  /** Begins a session filled in from an occurrence of that day. */
  onLogSession: (occurrence: string, day: string) => void;
  onOpenSession: (id: string) => void;
  onOpenLunch: (id: string, day: string) => void;
}
