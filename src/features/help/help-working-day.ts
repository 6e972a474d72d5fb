import type { HelpPage } from './help-page.ts';

/** A provider's day. */
export const workingDayPages: readonly HelpPage[] = [
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
        text: 'A change of a locked day becomes a request. Your office approves or denies it, and you see the answer at the session.',
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
          'Press Clock in when your work begins.',
          'Press Start lunch and End lunch for your meal break. For anything else, press Pause and Resume: a pause is not a meal break.',
          'Press Clock out when it ends. If lunch or a pause is still running, you are asked when it ended.',
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
];
