/** A row of the error catalogue (specification, 8), and where Chromium provokes it. */
interface ErrorRow {
  situation: string;
  /** To the letter; empty where the catalogue quotes none. `…` stands for what differs. */
  words: readonly string[];
  /** The file whose story provokes it. */
  story: `${string}.spec.ts`;
  /** The step of the story, or its beginning. */
  step: string;
}

/** Every row of the error catalogue, in its order. `tests/contract/error-rows.test.ts` looks for all of them in their stories. */
export const ERROR_ROWS = [
  {
    situation: 'Login or password reset failure',
    words: ['Email Credentials Rejected'],
    story: 'error-catalogue.spec.ts',
    step: 'a login or a password reset that fails',
  },
  {
    situation: 'Session save or update error',
    words: [],
    story: 'error-catalogue.spec.ts',
    step: 'a session that is refused carries the detail, the HTTP status, and what was sent',
  },
  {
    situation: 'Timeout helper default',
    words: ['Something went wrong!'],
    story: 'error-catalogue.spec.ts',
    step: 'an answer that takes too long',
  },
  {
    situation: 'Lunch or timesheet reply not JSON',
    words: ['Server returned non-JSON response'],
    story: 'error-catalogue.spec.ts',
    step: 'lunch cards and timesheets whose answer is not JSON',
  },
  {
    situation: 'Lunch acknowledgement count failure',
    words: [],
    story: 'error-catalogue.spec.ts',
    step: 'the count of lunch cards to acknowledge is 0 after a failure',
  },
  {
    situation: 'Logout failure',
    words: [],
    story: 'error-catalogue.spec.ts',
    step: 'a logout that fails clears the device all the same',
  },
  {
    situation: 'Notification fetch or dismiss failure',
    words: ['Network response was not ok'],
    story: 'error-catalogue.spec.ts',
    step: 'a notice that is not dismissed is only logged',
  },
  {
    situation: 'Calendar event failure for a lunch entry',
    words: [],
    story: 'error-catalogue.spec.ts',
    step: 'a lunch break whose calendar event fails is saved',
  },
  {
    situation: 'Attachment URL failure',
    words: ['Error fetching attachment URL: …'],
    story: 'error-catalogue.spec.ts',
    step: 'an attachment without an address opens from its original link',
  },
  {
    situation: 'No support category',
    words: ['Please Select Support Type'],
    story: 'tickets.spec.ts',
    step: 'nothing is sent without a support type',
  },
  {
    situation: 'Ticket creation not ok',
    words: ['There has been an issue. Please try submitting again.'],
    story: 'tickets.spec.ts',
    step: 'a server that fails loses nothing',
  },
  {
    situation: 'Ticket ok, categories Bug/Issue and Site Requests',
    words: ['Support ticket submitted. Stay updated with site changes and updates by reading our changelog.'],
    story: 'error-catalogue.spec.ts',
    step: 'a ticket of each support type says what follows',
  },
  {
    situation: 'Ticket ok, categories Service/Support, Payroll, Timecard/My Hours',
    words: [
      'Service/Support Request Submitted. Please allow 24-48 hours for someone to get back to you via email.',
    ],
    story: 'error-catalogue.spec.ts',
    step: 'a ticket of each support type says what follows',
  },
  {
    situation: 'Empty signature',
    words: ['Signature is required before acknowledging'],
    story: 'announcements.spec.ts',
    step: 'the provider signs it offline',
  },
  {
    situation: 'Chunk-load failure',
    words: [
      'Application Loading Error',
      "The application couldn't load correctly. The page will automatically reload in 10 seconds...",
      'If this issue persists after reloading, please submit a support ticket.',
    ],
    story: 'failures.spec.ts',
    step: 'a part that is missing',
  },
  {
    situation: 'Other rendering error',
    words: ['Something went wrong.', 'To enter sessions, use My Sessions.'],
    story: 'failures.spec.ts',
    step: 'a part that breaks',
  },
  {
    situation: 'Empty bell',
    words: ['No new messages.'],
    story: 'error-catalogue.spec.ts',
    step: 'an empty bell',
  },
  {
    situation: 'Announcement fetch and acknowledgment failures',
    words: ['Network response was not ok'],
    story: 'error-catalogue.spec.ts',
    step: 'announcements that are not fetched or acknowledged are only logged',
  },
] as const satisfies readonly ErrorRow[];
