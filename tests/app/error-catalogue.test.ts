import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * The error catalogue of the specification (section 8), as far as its screens are built: each row, the file that
 * tests it, and words that the test contains.
 */
const ROWS: readonly (readonly [situation: string, file: string, words: string])[] = [
  ['Login or password reset failure', 'tests/server/auth.test.ts', 'Email Credentials Rejected'],
  ['Timeout helper default', 'tests/server/idempotency.test.ts', 'Something went wrong!'],
  ['Lunch or timesheet reply not JSON', 'tests/sync/api-client.test.ts', 'Server returned non-JSON response'],
  ['Lunch acknowledgement count failure', 'tests/machines/acknowledgment-count.test.ts', '0'],
  ['Calendar event failure for a lunch entry', 'tests/server/lunch.test.ts', 'lunch.event-failed'],
  ['No support category', 'tests/machines/support-dialog.test.ts', 'Please Select Support Type'],
  [
    'Ticket creation not ok',
    'tests/machines/support-dialog.test.ts',
    'There has been an issue. Please try submitting again.',
  ],
  [
    'Ticket ok, Bug/Issue and Site Requests',
    'tests/machines/support-dialog.test.ts',
    'Support ticket submitted. Stay updated with site changes and updates by reading our changelog.',
  ],
  [
    'Ticket ok, Service/Support, Payroll, Timecard/My Hours',
    'tests/machines/support-dialog.test.ts',
    'Service/Support Request Submitted. Please allow 24-48 hours for someone to get back to you via email.',
  ],
  ['Chunk-load failure: title', 'tests/app/error-page.test.tsx', 'Application Loading Error'],
  [
    'Chunk-load failure: text',
    'tests/app/error-page.test.tsx',
    "The application couldn't load correctly. The page will automatically reload in 10 seconds...",
  ],
  [
    'Chunk-load failure: advice',
    'tests/app/error-page.test.tsx',
    'If this issue persists after reloading, please submit a support ticket.',
  ],
  ['Other rendering error', 'tests/app/error-page.test.tsx', 'Something went wrong.'],
  ['Other rendering error under /students', 'tests/app/error-page.test.tsx', 'My Sessions'],
];

describe('the error catalogue of the specification', () => {
  test.each(ROWS)('%s is tested in %s', (_, file, words) => {
    expect(readFileSync(path.join(root, file), 'utf8')).toContain(words);
  });
});
