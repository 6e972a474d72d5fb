/** A page of the help document. Paths and roles are those of the app; a test holds them against it. */
export interface HelpPage {
  id: string;
  title: string;
  /** What it is about, in the list of pages. */
  about: string;
  /** The role that it introduces; absent for a task. */
  role?: '0' | '1' | '2' | '3' | '4';
  /** Addresses of the screens that it explains, and of those below them. */
  screens: readonly string[];
  sections: readonly HelpSection[];
}

interface HelpSection {
  heading: string;
  text?: string;
  /** In order. */
  steps?: readonly string[];
}

export const HELP_PAGES: readonly HelpPage[] = [
  {
    id: 'provider',
    role: '2',
    title: 'For providers',
    about: 'Your day, from the first session to the timesheet',
    screens: [],
    sections: [
      {
        heading: 'Your day on the phone',
        text: 'My Sessions is all you need in a school: it works without a connection from morning to night. Everything you save stays on your device and syncs when you are back online.',
        steps: [
          'Open My Sessions. Today is already there, with the sessions you planned.',
          'Tap a planned session to log it, or press Add session.',
          'Write the SOAP note from the session, and sign it when it is complete.',
          'Press Add lunch, or start and end lunch on your timecard.',
          'End your day on the timecard.',
        ],
      },
      {
        heading: 'At the end of the pay period',
        steps: [
          'Open My Hours and check each day. Days marked in red have to be fixed first.',
          'Read the statement, check it, and press Submit.',
          'Until your office approves it, you can withdraw the timesheet and submit it again.',
        ],
      },
    ],
  },
  {
    id: 'service-lead',
    role: '3',
    title: 'For service leads',
    about: 'Your service: providers, students, notes to co-sign, requests',
    screens: [],
    sections: [
      {
        heading: 'What you see',
        text: 'You see the clients, students, providers, and sessions of the services you lead, and your own work. Rates and pay are not part of it.',
      },
      {
        heading: 'What you have to do',
        text: 'Home lists it: notes to co-sign, session requests in your service, and changes that a provider handed to you. You never decide on your own work.',
      },
      {
        heading: 'Logging for someone else',
        text: "You can log and change sessions of your service for its providers. The provider's name stays on the session, and the audit log says that you entered it.",
      },
    ],
  },
  {
    id: 'supervisor',
    role: '4',
    title: 'For supervisors',
    about: 'Supervisees, their sessions, and their notes',
    screens: [],
    sections: [
      {
        heading: 'What you see',
        text: 'Your own caseload, and the students, sessions, calendars, and lunch cards of your supervisees.',
      },
      {
        heading: 'Co-signing a note',
        steps: [
          'Home lists the notes that wait for you. Open the first one.',
          'What changed since the last note is marked.',
          'Press Co-sign, or return the note with a comment that says what is missing.',
          'The next note opens automatically.',
        ],
      },
    ],
  },
  {
    id: 'admin',
    role: '1',
    title: 'For admins',
    about: 'Students, clients, providers, requests, and tickets',
    screens: [],
    sections: [
      {
        heading: 'What you have to do',
        text: 'Home lists what has to be decided: changed durations, timesheets, lunch cards, and changes held for review; and what runs out: credentials, authorizations, IEP reviews, and overdue invoices. Each list opens on what is still to be decided.',
      },
      {
        heading: 'Clients, students, providers',
        text: 'You add, change, and archive them. Archiving keeps all records; the dialog says what ends with it before you confirm.',
      },
      {
        heading: 'Admin',
        text: 'Users and logins, regions, SOAP options and codes, devices, changes held for review, and the audit log are in Admin, in the user menu.',
      },
    ],
  },
  {
    id: 'super-admin',
    role: '0',
    title: 'For super admins',
    about: 'Everything admins do, and roles, grants, payroll, and billing',
    screens: [],
    sections: [
      {
        heading: 'Roles and grants',
        text: 'In Admin, open Users. A role decides what a person sees; a grant opens one area more, such as payroll. A change takes effect with the next call, on every device. No one changes their own role.',
      },
      {
        heading: 'When someone leaves',
        steps: [
          'Open the provider and press Deactivate. The dialog says what is open under their name.',
          'Hand over their students and planned events.',
          'Changes that their devices have not synced are kept for review.',
        ],
      },
    ],
  },
  {
    id: 'sessions',
    title: 'Log a session',
    about: 'Planned and unplanned sessions, groups, changed times',
    screens: ['/my-sessions'],
    sections: [
      {
        heading: 'Log what was planned',
        steps: [
          'Open My Sessions and tap the planned session.',
          'Check the time and choose the attendance.',
          'Press Save. It is saved on this device at once, also offline.',
        ],
      },
      {
        heading: 'Add a session',
        steps: [
          'Press Add session.',
          'Choose one student, or several for a group, and the service.',
          'Enter date, start time, duration in minutes, location, and attendance.',
          'Press Save, or Save & Add for the next one.',
        ],
      },
      {
        heading: 'When the time was different',
        text: 'If the duration differs from the plan, give the reason. Your office decides on it; until then the scheduled minutes count.',
      },
      {
        heading: 'After the period is locked',
        text: 'A change of a locked day becomes a request. Your office approves or declines it, and you see the answer at the session.',
      },
    ],
  },
  {
    id: 'soap-notes',
    title: 'Write and sign a SOAP note',
    about: 'Goals, load last note, signing, amendments',
    screens: ['/my-sessions/info'],
    sections: [
      {
        heading: 'Write the note',
        steps: [
          'Open the session. In a group, choose the student first: each has a note.',
          'Press Load last note to begin with what you wrote last time.',
          'Enter the goals you worked on: trials, correct answers, and prompts.',
          'Everything you type is kept as a draft on this device.',
        ],
      },
      {
        heading: 'Sign it',
        text: 'Press Sign. What is missing is listed, and the first such field is opened. If your notes need a co-signature, your supervisor or lead gets it next.',
      },
      {
        heading: 'After signing',
        text: 'A signed note never changes. To add something, write an amendment: it is dated and stays below the note.',
      },
    ],
  },
  {
    id: 'lunch-and-timecard',
    title: 'Lunch and timecard',
    about: 'Clock in and out, meal breaks, waivers',
    screens: ['/reports/dashboard/lunch-cards'],
    sections: [
      {
        heading: 'Your timecard',
        steps: [
          'Press Start day when your work begins.',
          'Press Start lunch and End lunch for your meal break. A pause is not a meal break.',
          'Press End day. A missing end of lunch is asked for.',
        ],
      },
      {
        heading: 'Add lunch by hand',
        text: 'Press Add lunch and enter the start time. The duration begins with 30 minutes. A lunch without a waiver is in your calendar too.',
      },
      {
        heading: 'Meal rules',
        text: 'A workday over 5 hours needs a meal break of 30 minutes that begins before the end of the 5th hour; a workday over 10 hours needs a second one. Lunch cards show what was met, waived, late, short, or missed. This is a record-keeping aid, not legal advice.',
      },
      {
        heading: 'Acknowledge lunch cards',
        text: 'Your office opens Lunch Cards, chooses those that need it, and acknowledges them. A day that is not compliant needs a note.',
      },
    ],
  },
  {
    id: 'timesheets',
    title: 'Hours and timesheets',
    about: 'My Hours, submitting, withdrawing, deciding',
    screens: ['/my_hours', '/reports/timesheet'],
    sections: [
      {
        heading: 'Submit a timesheet',
        steps: [
          'Open My Hours and choose the pay period.',
          'Fix the days marked in red; warnings do not stop you.',
          'Check the statement and press Submit.',
        ],
      },
      {
        heading: 'Offline',
        text: 'You can submit offline. The server counts the timesheet as submitted once everything it covers has arrived, and says what it is still waiting for.',
      },
      {
        heading: 'Decide on timesheets',
        text: 'Your office approves a timesheet, or rejects it with a note. Leads and supervisors recommend. No one decides on their own.',
      },
    ],
  },
  {
    id: 'calendar',
    title: 'Calendar',
    about: 'Events, series, closures, your private calendar link',
    screens: ['/schedules/calendar'],
    sections: [
      {
        heading: 'Plan an event',
        steps: [
          'Click a free time in the calendar.',
          'Choose the student and service, or Break, and the location.',
          'For a series choose how often and until when. School closures are skipped, with the reason.',
        ],
      },
      {
        heading: 'Change a series',
        text: 'You are asked whether to change this event, this and the following ones, or all. Events that are already logged never move.',
      },
      {
        heading: 'In another calendar program',
        text: 'In Profile, turn on your calendar link and copy the address. Anyone who has it can read your calendar: turn the link off to end that.',
      },
    ],
  },
  {
    id: 'students',
    title: 'Students and their file',
    about: 'Services, goals, notes, parents, attachments',
    screens: ['/students', '/my-students', '/archived/students'],
    sections: [
      {
        heading: 'Find a student',
        text: 'Providers find their own caseload under My Students. Search by any part of the name; filters stay in the address, so a list can be bookmarked.',
      },
      {
        heading: 'The file',
        text: "A student's page has overview, services, goals, notes, parents, sessions, and attachments. IEP reviews are announced ahead.",
      },
      {
        heading: 'Archive a student',
        text: 'Your office archives a student. The dialog says which services and planned sessions end. Sessions and notes stay.',
      },
      {
        heading: 'Several students at once',
        text: 'Your office selects students in the list, then assigns a provider, renews services, archives, or exports. The dialog says what becomes of each student and who is left out, with the reason. Undo is in Admin under Bulk changes, for 30 days.',
      },
      {
        heading: 'Transfer a student to another client',
        steps: [
          "Open the student's page and press Transfer. Choose the client, the school, and the first day there.",
          'Uncheck services that end. Those that stay checked go on with the new client, with their planned sessions.',
          'Press Transfer. Sessions before the day stay billed to the former client, even if they are entered later.',
          'A later day takes effect then. Until it does, and for 30 days, you can undo it on the Overview tab.',
        ],
      },
    ],
  },
  {
    id: 'new-year',
    title: 'New year and bulk changes',
    about: 'Renew services, move grades up, undo',
    screens: ['/admin/new-year', '/admin/bulk-changes'],
    sections: [
      {
        heading: 'Renew services for a year',
        steps: [
          'Open New year in Admin and choose a client, or select students in Students and press Renew.',
          'Check the days. They are those of the fiscal year, July 1 to June 30, unless you change them.',
          'Look at every line. A note says why a service is left out: renewed already, no minutes, ended earlier, or the student finishes grade 12.',
          'Press Change in a line to choose another provider or other minutes.',
          "Press Renew. Last year's services end on the day before.",
        ],
      },
      {
        heading: 'Grades',
        text: 'Grades move up in the same step, from TK to 12. Uncheck students who repeat a grade. Students who finish grade 12 are listed with a button that archives them; a renewal doesn’t archive anyone.',
      },
      {
        heading: 'Undo a change of many records',
        text: 'Bulk changes in Admin lists renewals, transfers, and other changes of many records. Undo takes them back for 30 days, except for records that were changed since, which are listed first.',
      },
    ],
  },
  {
    id: 'clients',
    title: 'Clients and rates',
    about: 'Districts, families, contracts, hourly rates',
    screens: ['/clients', '/admin/clients'],
    sections: [
      {
        heading: 'Clients',
        text: 'A client is a district or family that pays. A school that belongs to a district is a client of its own, with its district named.',
      },
      {
        heading: 'Rates',
        text: 'A rate is for a fiscal year, July 1 to June 30. The most specific one applies: of the student, of the client and setting, of the region, or the default of the service. The Rates tab says which one and why.',
      },
    ],
  },
  {
    id: 'providers',
    title: 'Providers',
    about: 'Add, deactivate, credentials, supervisors',
    screens: ['/providers'],
    sections: [
      {
        heading: 'Add a provider',
        steps: [
          'Open Providers and press Add provider.',
          'Enter name, email, and services. They get an email with a link to choose a password, good for seven days.',
          'Add credentials with their dates: they are marked 60 days before they expire.',
        ],
      },
      {
        heading: 'Invitation lost or expired',
        text: "A provider who hasn't chosen a password has Send invitation again on their page, with when the last one was sent and when it expires. The earlier link stops working. For people in the office it's in Admin, Users.",
      },
      {
        heading: 'Availability and time off',
        text: 'The page shows weekly hours and time off; your office and the provider keep them. Who is free in the Master Calendar, new sessions and events, and a hand-over take them into account with a warning. You can always plan anyway.',
      },
      {
        heading: 'Deactivate',
        text: 'Deactivating ends all logins at once. What their devices have not synced is kept for review.',
      },
      {
        heading: 'Hand over a caseload',
        steps: [
          "Open the provider and choose Hand-over. Choose the substitute, who must deliver the same services, and the days. Without a last day it's for good.",
          'Look at what moves: services by student, and planned sessions. Uncheck what stays.',
          'Press Hand over. After the last day everything is with its provider again. Recorded sessions and notes never move.',
          'You can undo it for 30 days, unless something in it has changed since. After that, hand the caseload back.',
        ],
      },
    ],
  },
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
          'Open one to see the scheduled and the actual minutes, the difference, and the reason.',
          'Approve or decline. The next one opens automatically.',
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
        text: "A line without a pay rate has no amount, and the run can't be approved with it. Add the rate on the provider's Pay tab, then take a new snapshot. Above the run you see whose rates are missing, with a link to each.",
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
  {
    id: 'billing',
    title: 'Bill clients',
    about: 'Lines, invoices, payments, QuickBooks, insurance',
    screens: ['/billing'],
    sections: [
      {
        heading: 'Bill a month',
        steps: [
          'Open Billing. The reports show the last month that is over: filter by client, provider, or location, and open a row to see its lines.',
          'Resolve what lacks a rate, a client, or a decision. Each line links to the place.',
          'Open Invoices and make the drafts. A draft has the approved sessions that no invoice has yet.',
          'Check a draft and send it. From then on it never changes.',
        ],
      },
      {
        heading: 'Why this amount',
        text: 'Press an amount. It says which rate and fiscal year applied, what was agreed with the client, who approved the session, and whether it was late.',
      },
      {
        heading: 'After an invoice was sent',
        text: "A late session goes on a supplemental invoice. A session that changed is taken back by a credit line and billed again, at the rate of the first invoice. To take back lines for another reason, choose Credit on the invoice: the credit note says why, and these sessions aren't billed again unless you void it. Record payments on the invoice; a credit note can pay for another invoice.",
      },
      {
        heading: 'QuickBooks',
        text: 'A batch has the invoices sent in a period. What is missing is listed before you make it. Its files stay the same, however often you download them, and an invoice goes into one batch only.',
      },
      {
        heading: 'Insurance clients',
        text: "Under Reports, Insurance Clients lists what each claim lacks, such as a member ID, a signed note, or codes, with a link. The files are headed by the boxes of the CMS-1500 form and leave out claims that lack something. A claim needs the student's sex and home address, which you enter with the student.",
      },
    ],
  },
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
      '/reports/makeups',
    ],
    sections: [
      {
        heading: 'Narrow a list',
        text: 'Search, filter, and sort. What you chose is in the address and can be saved as a view. Columns can be chosen.',
      },
      {
        heading: 'Take it along',
        text: 'Export makes a CSV or an Excel file of the rows you see; Print prints all of them. A report says as of when it is and whose devices still hold unsynced changes.',
      },
      {
        heading: 'Minutes',
        text: 'Delivered minutes count in full for each student of a group. Planned minutes are those of recorded sessions without makeups, and of calendar entries without a session. Press a figure to see its sessions.',
      },
      {
        heading: 'Authorizations',
        text: 'Due so far is the part of the authorized minutes that belongs to the school days until today. The forecast goes on at the same pace. Minutes and Ends narrow the list to authorizations that are nearly used up, used up, or need a renewal.',
      },
      {
        heading: 'Pending decisions',
        text: 'The amber number at Reports dashboard counts the requests and lunch cards that you can decide. Press it to see which.',
      },
    ],
  },
  {
    id: 'users',
    title: 'Users, SOAP options, and the audit log',
    about: 'What Admin is for',
    screens: ['/admin'],
    sections: [
      {
        heading: 'Users',
        text: 'Invite people who work in the office, lock and unlock accounts, and log someone out everywhere. Providers are added under Providers.',
      },
      {
        heading: 'Pay periods',
        text: 'Add the periods of a year, and close and lock them. A period that was added by mistake can be deleted as long as it has no timesheet and no payroll run and was never closed; select several in the list to delete them together.',
      },
      {
        heading: 'SOAP options and codes',
        text: 'Goals and plans that providers choose from, and your lists of diagnosis and procedure codes. Import a file to add many.',
      },
      {
        heading: 'Audit log',
        text: 'Who changed and viewed what, with old and new values. Filter by a student for their access record.',
      },
    ],
  },
  {
    id: 'offline',
    title: 'Work offline',
    about: 'What is saved where, and what needs your attention',
    screens: ['/sync'],
    sections: [
      {
        heading: 'What the words mean',
        text: 'Saved on this device: it is stored here, encrypted. Syncing: it is on its way. All changes synced: the server has everything. Needs attention: the server did not accept a change, and you decide.',
      },
      {
        heading: 'Before you log out',
        text: 'If something has not synced, you are told. Log out and keep leaves it encrypted on this device until you log in here again. No one else can read or send it.',
      },
      {
        heading: 'A change needs attention',
        steps: [
          'Press the sync status at the top to open the Sync center.',
          'Read why the change was not accepted.',
          'Edit and send it, send it again, export it, or discard it.',
        ],
      },
    ],
  },
  {
    id: 'messages',
    title: 'Messages to people',
    about: 'Write, require a signature, follow who is done',
    screens: ['/admin/messages'],
    sections: [
      {
        heading: 'Send a message',
        steps: [
          'Open Admin, then Messages, and press New message.',
          'Enter title and text. To make a link, select the words and press Link.',
          'Choose who gets it. Below that you see how many people it reaches.',
          'Mark what they must do: acknowledge it, or sign it. Leave the start empty to send it now.',
        ],
      },
      {
        heading: 'Follow it',
        text: 'Open the message to see who is done, and remind the others. Receipts with signatures can be printed and saved as a file. If you change the text, everyone is asked again, and earlier receipts stay with the text they were for.',
      },
    ],
  },
  {
    id: 'profile',
    title: 'Your profile, password, and devices',
    about: 'What only you can change',
    screens: ['/provider/my-profile'],
    sections: [
      {
        heading: 'Profile',
        text: 'Open it from the user menu. It shows who you are here, and lets you change your password and turn your calendar link on or off.',
      },
      {
        heading: 'Availability and time off',
        text: 'If you deliver services, enter when you can be planned in a week, and the days on which you are off. People who plan for you see it and get a warning.',
      },
      {
        heading: 'Your devices',
        text: 'See where you are logged in, and log out any other device. If a device is lost, tell your office at once: it can report it lost.',
      },
      {
        heading: 'Notifications',
        text: 'Everything that you were told is kept under Notifications. Below it, choose when emails come and your quiet hours, and turn on push notifications for this device.',
      },
    ],
  },
  {
    id: 'support',
    title: 'Support tickets and feedback',
    about: 'Get help, follow your tickets, tell us what you think',
    screens: ['/tickets', '/feedback', '/changelog'],
    sections: [
      {
        heading: 'Submit a ticket',
        steps: [
          'Press Support at the top, on a phone in the user menu.',
          'Choose the support type: Bug/Issue, Payroll, Service/Support Request, Site Requests, or Timecard/My Hours.',
          "Enter a title and a description. Don't include student names.",
          'Press Submit. Offline, the ticket is saved on this device and sent once you are back online.',
        ],
      },
      {
        heading: 'Follow it',
        text: 'In the user menu, open Tickets, then Open or Closed. On a ticket you can comment, attach files, close it, and reopen it. You see your own tickets; your office sees all.',
      },
      {
        heading: 'Feedback',
        text: 'Feedback in the user menu is for what you like and what you miss. For a problem, submit a ticket.',
      },
    ],
  },
  {
    id: 'home',
    title: 'Home',
    about: 'What you have to do now',
    screens: ['/home'],
    sections: [
      {
        heading: 'What you find here',
        text: 'Home lists what you have to do: sessions to log, notes to write or co-sign, requests to decide. Providers see their day and week first. Press an entry to open it.',
      },
      {
        heading: 'Find anything',
        text: 'Press Ctrl+K, or ⌘K on a Mac, to find people, screens, and actions, offline too.',
      },
    ],
  },
];

/** The page about a screen: the one with the longest address that it is at or below; null if there is none. */
export function pageOfScreen(pathname: string): HelpPage | null {
  const place = pathname.replace(/\/+$/, '');
  const matches = HELP_PAGES.flatMap((page) =>
    page.screens
      .filter((screen) => place === screen || place.startsWith(`${screen}/`))
      .map((screen) => ({ page, length: screen.length })),
  );
  return matches.sort((a, b) => b.length - a.length)[0]?.page ?? null;
}

/** The pages that contain all words, those with a match in their title first. */
export function searchHelp(query: string): HelpPage[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...HELP_PAGES];
  const inTitle = ({ title }: HelpPage) => words.some((word) => title.toLowerCase().includes(word));
  return HELP_PAGES.filter((page) => {
    const text = textOf(page).toLowerCase();
    return words.every((word) => text.includes(word));
  }).sort((a, b) => Number(inTitle(b)) - Number(inTitle(a)));
}

function textOf({ title, about, sections }: HelpPage): string {
  const within = sections.flatMap(({ heading, text = '', steps = [] }) => [heading, text, ...steps]);
  return [title, about, ...within].join(' ');
}
