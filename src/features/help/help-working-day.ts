import { MEAL_DISCLAIMER, policyWords } from '#domain/lunch/meal-words.ts';
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
        heading: 'Log a planned session',
        steps: [
          'Open My Sessions and tap the planned session.',
          'Check the time and choose the attendance.',
          "Press Save. It's saved on this device right away, even offline.",
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
        heading: 'If the time was different',
        text: 'If the duration differs from the plan, enter the reason. Until your office approves it, the scheduled minutes count.',
      },
      {
        heading: 'After the period is locked',
        text: 'A change on a locked day becomes a request. Your office approves or denies it, and you see the answer on the session.',
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
          'Open the session. In a group, choose the student first. Each student has their own note.',
          'Press Load last note to start from what you wrote last time.',
          'Enter the goals you worked on: trials, correct answers, and prompts.',
          'Everything you type is kept as a draft on this device.',
        ],
      },
      {
        heading: 'Sign it',
        text: "Press Sign. If anything is missing, it's listed, and the first missing field opens. If your notes need a co-signature, your supervisor or lead gets the note next.",
      },
      {
        heading: 'After signing',
        text: "A signed note never changes. To add something, write an amendment. It's dated and shown below the note.",
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
          'Press Clock in when you start work.',
          "Press Start lunch and End lunch for your meal break. For anything else, press Pause and Resume. A pause doesn't count as a meal break.",
          "Press Clock out when you're done. If lunch or a pause is still running, you're asked when it ended.",
        ],
      },
      {
        heading: 'Add lunch by hand',
        text: 'Press Add lunch and enter the start time. The duration starts at 30 minutes. A lunch without a waiver also appears on your calendar.',
      },
      {
        heading: 'Meal rules',
        text: (limits) =>
          `${policyWords(limits)} Lunch cards show whether each was met, waived, late, short, or missed. ${MEAL_DISCLAIMER}`,
      },
      {
        heading: 'Acknowledge lunch cards',
        text: 'If you work in the office, open Lunch Cards, choose the ones that need acknowledgment, and acknowledge them. Add a note if the day is out of compliance.',
      },
    ],
  },
  {
    id: 'timesheets',
    title: 'Hours and timesheets',
    about: 'My Hours, submitting, withdrawing, approving',
    screens: ['/my_hours', '/reports/timesheet'],
    sections: [
      {
        heading: 'Submit a timesheet',
        steps: [
          'Open My Hours and choose the pay period.',
          'Fix the days marked in red. You can submit with warnings.',
          'Check the statement and press Submit.',
        ],
      },
      {
        heading: 'Offline',
        text: "You can submit offline. The timesheet counts as submitted once everything on it has synced. Until then, you see what it's waiting for.",
      },
      {
        heading: 'Review timesheets',
        text: "Your office approves a timesheet, or rejects it with a note. Leads and supervisors can recommend approval. You can't approve your own timesheet.",
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
          'Click an open time on the calendar.',
          'Choose the student and service, or Break, and the location.',
          'For a recurring event, choose how often and until when. School closures are skipped, with the reason.',
        ],
      },
      {
        heading: 'Change a series',
        text: "You're asked whether to change this event, this and following events, or all of them. Events you've already logged never move.",
      },
      {
        heading: "Other people's calendars",
        text: "The Master Calendar shows other people's events from the server, and shows changes as they happen. Offline, you see the last ones received. To change someone else's event, you need a connection.",
      },
      {
        heading: 'Use another calendar app',
        text: 'In Profile, turn on your calendar link and copy it. Anyone with the link can see your calendar. To stop sharing, turn the link off.',
      },
    ],
  },
];
