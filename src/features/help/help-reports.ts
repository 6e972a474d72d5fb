import type { HelpPage } from './help-page.ts';

/** Lists and reports. */
export const reportPages: readonly HelpPage[] = [
  {
    id: 'reports',
    title: 'Lists and reports',
    about: 'Filters, saved views, files, printing',
    screens: [
      ...[
        '/reports/dashboard',
        '/reports/grouped_clients',
        '/reports/provider_notes',
        '/reports/student_notes',
      ],
      ...['/payroll/clients', '/reports/authorizations', '/reports/productivity', '/reports/cancellations'],
      ...['/reports/makeups', '/reports/note-completion', '/reports/meal-compliance', '/reports/schedules'],
      '/reports/requests',
    ],
    sections: [
      {
        heading: 'Narrow a list',
        text: 'Search, filter, sort, and choose columns. Your choices are part of the link, and you can save them as a view.',
      },
      {
        heading: 'Export and print',
        text: 'Export makes a CSV or Excel file of the rows you see. Print prints all of them. A report shows when it was last updated and whose devices still have unsynced changes.',
      },
      {
        heading: 'Minutes',
        text: 'Delivered minutes count in full for each student in a group. Planned minutes include recorded sessions (not makeups) and calendar events with no session yet. Press a number to see its sessions.',
      },
      {
        heading: 'Reports by email',
        text: 'Choose Send by email in the Export menu of a report, or add a schedule in Scheduled Reports. It sends the filters and columns that you see, for days counted from each email. Each person gets what their own screen would show; someone who can no longer see the report is skipped. Payroll and billing reports go only to people who can see them. Changed durations, insurance claims, and pay files stay on their screens.',
      },
      {
        heading: 'Notes and meals',
        text: 'Note Completion counts the notes that delivered sessions need: signed, co-signed, open, and how late. Meal Compliance counts the days that need a meal, by the worst of their meals. Press a figure to see its sessions or days.',
      },
      {
        heading: 'Authorizations',
        text: 'Due so far is the share of the authorized minutes for school days through today. The forecast assumes the same pace. Filter by Minutes and Ends to find authorizations that are nearly used up, used up, or need renewal.',
      },
      {
        heading: 'Pending approvals',
        text: 'The amber number next to Reports dashboard counts the requests and lunch cards waiting for you. Press it to see which.',
      },
    ],
  },
];
