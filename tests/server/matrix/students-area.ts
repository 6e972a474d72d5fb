import { type Area, EVERYONE, OFFICE, STUDENTS } from './matrix-people.ts';

/** Students: assigned ones, of own services, of supervisees; archived ones only for the office. */
export const STUDENTS_AREA: Area[] = [
  {
    calls: [
      ...([
        'student.read',
        'student.read-timeline',
        'student.read-client',
        'session.list-of-student',
        'calendar.of-student',
        'report.open-notes',
      ] as const),
      ...(['soap.list-of-student', 'soap.list-older'] as const),
      ...(['student-service.list', 'student-service.list-in-force'] as const),
      ...(['student-service.list-billable', 'parent.list', 'student-note.list', 'goal.list'] as const),
      ...(['attachment.list', 'attachment.upload', 'parent.create', 'student-note.create'] as const),
    ],
    kind: 'student',
    may: EVERYONE,
    who: STUDENTS,
  },
  {
    calls: ['student.update', 'student.set-client', 'student.read-open', 'student.set-archived'],
    kind: 'student',
    may: OFFICE,
    who: { anna: OFFICE, ben: OFFICE, dora: OFFICE },
  },
  {
    calls: ['student-service.create', 'student-merge.list'],
    kind: 'student',
    may: OFFICE,
    who: { anna: OFFICE, ben: OFFICE, dora: OFFICE },
  },
  {
    calls: ['student-merge.read-preview'],
    kind: 'student',
    may: OFFICE,
    who: { anna: OFFICE, ben: OFFICE, dora: OFFICE },
  },
  { calls: ['student-merge.undo'], kind: 'merge', may: OFFICE, who: { one: OFFICE } },
  {
    calls: ['student-transfer.list', 'student-transfer.read-preview', 'student-transfer.create'],
    kind: 'student',
    may: OFFICE,
    who: { anna: OFFICE, ben: OFFICE, dora: OFFICE },
  },
  {
    calls: ['bulk-change.read-undo', 'bulk-change.undo'],
    kind: 'bulk-change',
    may: OFFICE,
    who: { one: OFFICE },
  },
  {
    calls: ['student-service.update', 'student-service.delete'],
    kind: 'student-service',
    may: OFFICE,
    who: { anna: OFFICE, ben: OFFICE, dora: OFFICE },
  },
  { calls: ['parent.update'], kind: 'parent', may: EVERYONE, who: STUDENTS },
  {
    calls: ['parent.delete'],
    kind: 'parent',
    may: OFFICE,
    who: { anna: OFFICE, ben: OFFICE, dora: OFFICE },
  },
  {
    // Its author and the office; people who see the student are told so.
    calls: ['student-note.update', 'student-note.delete'],
    kind: 'student-note',
    may: EVERYONE,
    who: { anna: `${OFFICE} paula -lead -lena`, ben: `${OFFICE} otto -sven`, dora: OFFICE },
  },
  { calls: ['goal.update', 'goal.archive'], kind: 'goal', may: EVERYONE, who: STUDENTS },
  { calls: ['attachment.content'], kind: 'attachment', may: EVERYONE, who: STUDENTS },
  {
    calls: ['attachment.delete'],
    kind: 'attachment',
    may: EVERYONE,
    who: { anna: `${OFFICE} paula -lead -lena`, ben: `${OFFICE} otto -sven`, dora: OFFICE },
  },
  {
    // Only the person who is uploading it, even after losing access to the student.
    calls: ['attachment.parts', 'attachment.put-part'],
    kind: 'attachment',
    may: EVERYONE,
    who: { anna: 'paula', ben: 'otto', dora: 'paula' },
  },
];
