import type { HelpPage } from './help-page.ts';

/** From changed durations to the pay file. */
export const payrollPages: readonly HelpPage[] = [
  {
    id: 'durations',
    title: 'Decide on changed durations',
    about: 'Old and new minutes, approving several at once',
    screens: ['/payroll/durations'],
    sections: [
      {
        heading: 'Decide',
        steps: [
          'The list opens on what is to be decided.',
          'Each row has the scheduled and the actual minutes, the difference, and the reason. Its date opens the session.',
          'Press Approve or Deny. Denying needs a note, which the provider sees.',
          'Requests within 5 or 15 minutes of the schedule are grouped above the list. Approve a group at once, after the summary.',
          'To decide on several, select them and press the button above the list.',
        ],
      },
    ],
  },
  {
    id: 'payroll',
    title: 'Run payroll',
    about: 'Snapshots, adjustments, two people, pay files, corrections, overtime',
    screens: [
      ...['/payroll/runs', '/payroll/providers', '/payroll/providers-hours', '/payroll/approved-payroll'],
      ...['/payroll/grouped-providers', '/payroll/late-billing', '/payroll/closing'],
    ],
    sections: [
      {
        heading: 'Close a pay period in one place',
        steps: [
          'Press Close pay period in Payroll, or the pay period on Home.',
          'What is still open comes first, by person. Open its list, or remind the people: it rings their bell, at most once a day.',
          'Approve all timesheets without findings at once. Then look at the others: A approves, R rejects with a reason, J and K go on and back.',
          'Start the run, have someone else approve it, export the pay file, and lock the period.',
        ],
      },
      {
        heading: 'Pay a period',
        steps: [
          'Open Payroll and press Start payroll. Choose a pay period that is over.',
          'Check who has unsynced changes, no timesheet, or something to decide on. You can start in spite of it.',
          'The run is a snapshot. Approve lines, leave them out, or adjust their minutes with a note.',
          'Send it to review. Someone else approves it: no one approves a run that they started.',
          'Export the pay file, download it as CSV or Excel, and close the run.',
        ],
      },
      {
        heading: 'Correct it later',
        text: 'An approved run never changes. Differences shows what has changed since. Reopen makes a run of its own with only these differences. Sessions that come late are paid with the next run.',
      },
      {
        heading: 'No pay rate',
        text: "A line without a pay rate has no amount, and the run can't be approved with it. Add the rate on the provider's Rates tab, then take a new snapshot. Above the run you see whose rates are missing, with a link to each.",
      },
      {
        heading: 'Payroll ID',
        text: "Enter what your payroll service calls a provider on the provider's page. It is the Provider ID of the pay file. The check before a run says whose is missing.",
      },
      {
        heading: 'Overtime and meals',
        text: 'Hourly employees get overtime over 8 hours a day and 40 a week, double time over 12 hours, the seventh day in a row, and an hour for a missed, short, or late meal that was not waived. Each is a line with its reason. For record-keeping only. Not legal advice.',
      },
    ],
  },
];
