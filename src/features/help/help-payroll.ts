import type { HelpPage } from './help-page.ts';

/** From changed durations to the pay file. */
export const payrollPages: readonly HelpPage[] = [
  {
    id: 'durations',
    title: 'Approve or deny changed durations',
    about: 'Old and new minutes, approving several at once',
    screens: ['/payroll/durations'],
    sections: [
      {
        heading: 'Approve or deny',
        steps: [
          'The list opens with pending requests.',
          'Each row shows the scheduled and actual minutes, the difference, and the reason. Press the date to open the session.',
          'Press Approve or Deny. To deny, add a note; the provider sees it.',
          'Requests within 5 or 15 minutes of the schedule are grouped above the list. You can approve a whole group after you see its summary.',
          'To review several, select them and press the button above the list.',
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
      ...['/payroll/extra-pay', '/payroll/pay-rates'],
    ],
    sections: [
      {
        heading: 'Close a pay period in one place',
        steps: [
          'Press Close pay period in Payroll, or the pay period on Home.',
          "What's still open comes first, by person. Open the list, or send a reminder to their bell, at most once a day.",
          'Approve all timesheets without findings at once. Then review the others: A approves, R rejects with a reason, J goes to the next, and K goes back.',
          'Start the run, have someone else approve it, export the pay file, and lock the period.',
        ],
      },
      {
        heading: 'Pay a period',
        steps: [
          "Open Payroll and press Start payroll. Choose a pay period that's over.",
          'Check who has unsynced changes, no timesheet, or pending approvals. You can start anyway.',
          'The run is a snapshot. Approve lines, leave them out, or adjust their minutes with a note.',
          "Send it to review. Someone else has to approve it: you can't approve a run you started.",
          'Export the pay file, download it as CSV or Excel, and close the run.',
        ],
      },
      {
        heading: 'Correct it later',
        text: 'An approved run never changes. Differences shows what has changed since. Reopen creates a separate run with only those differences. Late sessions are paid with the next run. To see a run as it was before later adjustments, choose a day under As it stood on.',
      },
      {
        heading: 'No pay rate',
        text: "A line without a pay rate has no amount, and you can't approve the run with it. Add the rate on the provider's Rates tab, then take a new snapshot. Missing rates are listed above the run, with a link to each.",
      },
      {
        heading: 'Mileage and paid time off',
        text: "Press Extra pay in Payroll and add miles or hours with a rate, a day, and a reason. The form offers the rate recorded for that day and says where it comes from. You can type another one. The run of that day's pay period pays it as a separate line, or the next run if that period is already paid. Paid time off isn't time worked, so it never counts toward overtime. To add many at once, press Import and choose a CSV or Excel file: nothing is added before you've seen the preview, and you can undo it. To correct what an approved run paid, add the difference: a negative number takes pay back.",
      },
      {
        heading: 'Pay rates for miles, time off, and other time',
        text: "Press Pay rates on the Extra pay screen. A rate is for everyone or for one provider. It applies from its first day until the next rate of its kind starts. If a provider has a rate, it replaces the one for everyone. A rate for other time on the clock pays the time that no session covers. Without one, that time is paid at the day's average rate. What an hour of each service pays is on the provider's Rates tab.",
      },
      {
        heading: 'Payroll ID',
        text: "On the provider's page, enter the ID your payroll service uses for them. It's the Provider ID in the pay file. The check before a run shows whose is missing.",
      },
      {
        heading: 'Overtime and meals',
        text: "Hourly employees get overtime over 8 hours a day and 40 a week, double time over 12 hours, the seventh day in a row, and an hour for a missed, short, or late meal that wasn't waived. Each is a line with its reason. For record keeping only. Not legal advice.",
      },
    ],
  },
];
