/** Keyboard shortcuts that work in one place: the keys, separated by spaces, and what they do. */
interface ShortcutGroup {
  place: string;
  keys: readonly (readonly [keys: string, what: string])[];
}

/** Every keyboard shortcut of the app. */
export const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    place: 'Anywhere',
    keys: [
      ['Ctrl K', 'Find people, screens, and actions (⌘ K on a Mac)'],
      ['?', 'Show these shortcuts'],
      ['Esc', 'Close a dialog or menu'],
    ],
  },
  {
    place: 'Lists',
    keys: [
      ['↑ ↓', 'Move between rows'],
      ['Home End', 'First and last row'],
      ['Enter', 'Open the row'],
      ['Space', 'Select the row'],
    ],
  },
  {
    place: 'Calendars',
    keys: [
      ['N', 'Add an event'],
      ['T', 'Go to today'],
      ['Alt ↑ ↓ ← →', 'Move the selected event'],
    ],
  },
  {
    place: 'Timesheets and notes to review',
    keys: [
      ['J K', 'Next and previous'],
      ['A A', 'Approve the timesheet'],
      ['C C', 'Co-sign the note'],
      ['R', 'Reject the timesheet, or return the note'],
    ],
  },
  { place: 'Attachments', keys: [['← →', 'Previous and next picture']] },
];
