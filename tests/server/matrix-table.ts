import type { EndpointName } from '#contract/index.ts';

/**
 * The people of the matrix. `bella` is an admin with the grants `billing.view` and `payroll.view`; `lead` leads
 * speech, `lena` too, with both grants. `sven` supervises Otto and has both grants. `stray` has an unknown role.
 */
export const MATRIX_PEOPLE = [
  ...['superadmin', 'admin', 'bella', 'paula', 'otto', 'lead', 'lena', 'sven', 'stray'],
] as const;

const OFFICE = 'superadmin admin bella';
const LEADS = 'lead lena';
const STAFF = `${OFFICE} ${LEADS}`;
const EVERYONE = `${STAFF} paula otto sven`;
const GRANTED = 'superadmin bella lena sven';

/**
 * What the specification's permission table (6, and the capabilities of each role) says about calls that name a
 * record. Written by hand; nothing in it comes from the policy's code.
 */
export interface Area {
  calls: EndpointName[];
  /** Which records of the matrix's world the calls are about. */
  kind: string;
  /** Everyone else is told that they may not do this, whatever the id. */
  may: string;
  /**
   * For each record, who reaches it. A minus marks a person who is told that they may not do it, because they may
   * see the record. To all others it doesn't exist.
   */
  who: Record<string, string>;
  /** The call answers everyone who may use it the same way, whatever the id. */
  anyId?: true;
  /** Answers with nothing, instead of that it doesn't exist. */
  isBlank?: true;
}

const STUDENTS = {
  anna: `${OFFICE} ${LEADS} paula`,
  ben: `${OFFICE} otto sven`,
  dora: OFFICE,
};
/** Clients of the person's students or services, none for supervisors; archived ones only for the office. */
const CLIENTS = { district: `${OFFICE} ${LEADS} paula`, family: `${OFFICE} otto`, gone: OFFICE };
const OPENED_CLIENTS = { district: STAFF, family: OFFICE, gone: OFFICE };
const MONEY_CLIENTS = {
  district: 'superadmin bella lena',
  family: 'superadmin bella',
  gone: 'superadmin bella',
};
const DAYS = { paula: `${OFFICE} ${LEADS} paula`, otto: `${OFFICE} otto sven` };
const OWN_DAYS = {
  paula: `${OFFICE} paula -lead -lena`,
  otto: `${OFFICE} otto -sven`,
};
const LISTED = (who: string) => ({ live: who, archived: who });

export const MATRIX: Area[] = [
  // Users and their logins: the office; nothing about super admins for admins; roles only by super admins.
  {
    calls: ['user.read', 'user.send-invitation', 'user.set-active'],
    kind: 'person',
    may: OFFICE,
    who: { paula: OFFICE, otto: OFFICE, fern: OFFICE, root: 'superadmin' },
  },
  {
    calls: ['user.set-role', 'user.reset-second-factor'],
    kind: 'person',
    may: 'superadmin',
    who: { paula: 'superadmin', fern: 'superadmin' },
  },
  {
    calls: ['auth.end-own-device'],
    kind: 'login',
    may: EVERYONE,
    who: { paula: 'paula', otto: 'otto' },
  },

  // Sessions: own; in their services for leads; supervisors only read those of supervisees.
  {
    calls: ['session.update', 'session.delete', 'session.request'],
    kind: 'session',
    may: EVERYONE,
    who: { anna: `${OFFICE} ${LEADS} paula`, ben: `${OFFICE} otto`, dora: `${OFFICE} ${LEADS} paula` },
  },
  {
    calls: ['session.decide-duration'],
    kind: 'session',
    may: STAFF,
    // No one decides on their own.
    who: { anna: STAFF, ben: OFFICE, dora: STAFF, lead: `${OFFICE} -lead lena` },
  },
  {
    calls: ['session.decide-request'],
    kind: 'session',
    may: STAFF,
    who: { anna: STAFF, ben: OFFICE, dora: STAFF },
  },

  // Students: assigned ones, of own services, of supervisees; archived ones only for the office.
  {
    calls: [
      ...(['student.read', 'student.read-client', 'session.list-of-student', 'calendar.of-student'] as const),
      ...(['soap.list-of-student', 'student-service.list', 'student-service.list-in-force'] as const),
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
    // Its author and the office; whoever sees the student is told so.
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

  // Notes: written by their provider, read by the office, co-signed by leads and supervisors.
  {
    calls: ['soap.update', 'soap.delete', 'soap.sign', 'soap.withdraw', 'soap.amend'],
    kind: 'soap',
    may: `${LEADS} paula otto sven`,
    who: { anna: 'paula -lead -lena', ben: 'otto -sven', dora: 'paula -lead -lena' },
  },
  {
    calls: ['goal-entry.update', 'goal-entry.delete'],
    kind: 'goal-entry',
    may: `${LEADS} paula otto sven`,
    who: { anna: 'paula -lead -lena', ben: 'otto -sven', dora: 'paula -lead -lena' },
  },
  {
    calls: ['soap.co-sign', 'soap.return'],
    kind: 'soap',
    may: `${LEADS} sven`,
    who: { anna: LEADS, ben: 'sven', dora: LEADS },
  },
  {
    calls: ['goal-entry.read'],
    kind: 'soap',
    may: EVERYONE,
    who: { anna: `${OFFICE} ${LEADS} paula`, ben: `${OFFICE} otto sven`, dora: `${OFFICE} ${LEADS} paula` },
  },

  // A person's day: own; leads and supervisors view those of their people; the office changes all.
  { calls: ['lunch.read'], kind: 'lunch', may: EVERYONE, who: DAYS },
  { calls: ['lunch.list-of-day'], kind: 'provider', may: EVERYONE, who: { ...DAYS, fern: STAFF } },
  { calls: ['lunch.update', 'lunch.delete'], kind: 'lunch', may: EVERYONE, who: OWN_DAYS },
  { calls: ['lunch.acknowledge'], kind: 'lunch', may: OFFICE, who: { paula: OFFICE, otto: OFFICE } },
  { calls: ['timecard.read'], kind: 'timecard', may: EVERYONE, who: DAYS },
  {
    calls: ['timecard.update'],
    kind: 'timecard',
    may: EVERYONE,
    who: OWN_DAYS,
  },
  {
    // No one punches for someone else; the office corrects.
    calls: [
      ...(['timecard.start-lunch', 'timecard.end-lunch', 'timecard.end-day'] as const),
      ...(['timecard.pause', 'timecard.unpause'] as const),
    ],
    kind: 'timecard',
    may: EVERYONE,
    who: {
      paula: 'paula -superadmin -admin -bella -lead -lena',
      otto: 'otto -superadmin -admin -bella -sven',
    },
  },
  {
    calls: ['hours.of-provider', 'timesheet.days', 'timesheet.status'],
    kind: 'provider',
    may: EVERYONE,
    who: { ...DAYS, fern: STAFF },
  },
  {
    // Approved by the office, never your own.
    calls: ['timesheet.decide'],
    kind: 'timesheet',
    may: EVERYONE,
    who: {
      paula: `${OFFICE} -paula -lead -lena`,
      otto: `${OFFICE} -otto -sven`,
      lead: `${OFFICE} -lead -lena`,
    },
  },
  {
    calls: ['timesheet.amend'],
    kind: 'timesheet',
    may: EVERYONE,
    who: {
      paula: 'paula -superadmin -admin -bella -lead -lena',
      otto: 'otto -superadmin -admin -bella -sven',
    },
  },
  {
    calls: ['timesheet.recommend'],
    kind: 'timesheet',
    may: `${LEADS} sven`,
    who: { paula: LEADS, otto: 'sven', lead: '-lead lena' },
  },

  // Calendars: own; leads edit their services', supervisors view supervisees'.
  {
    calls: ['calendar.read'],
    kind: 'event',
    may: EVERYONE,
    who: { anna: `${OFFICE} ${LEADS} paula`, ben: `${OFFICE} otto sven`, dora: `${OFFICE} ${LEADS} paula` },
  },
  {
    calls: ['calendar.read-series'],
    kind: 'series',
    may: EVERYONE,
    who: { anna: `${OFFICE} ${LEADS} paula`, ben: `${OFFICE} otto sven`, dora: `${OFFICE} ${LEADS} paula` },
  },
  {
    calls: ['calendar.update', 'calendar.delete'],
    kind: 'event',
    may: EVERYONE,
    who: {
      anna: `${OFFICE} ${LEADS} paula`,
      ben: `${OFFICE} otto -sven`,
      dora: `${OFFICE} ${LEADS} paula`,
    },
  },
  { calls: ['calendar.of-client'], kind: 'client', may: EVERYONE, who: CLIENTS },
  { calls: ['calendar.of-provider'], kind: 'provider', may: EVERYONE, who: { ...DAYS, fern: OFFICE } },

  // Providers: self, of own services, supervisees; archived ones only for the office.
  {
    calls: ['provider.read'],
    kind: 'provider',
    may: `${STAFF} sven`,
    who: { paula: STAFF, otto: `${OFFICE} sven`, fern: OFFICE },
  },
  {
    calls: ['availability.read'],
    kind: 'provider',
    may: EVERYONE,
    who: { paula: `${STAFF} paula`, otto: `${OFFICE} otto sven`, fern: OFFICE },
  },
  {
    // Own, and for the office anyone's.
    calls: ['availability.save'],
    kind: 'provider',
    may: EVERYONE,
    who: { paula: `${OFFICE} paula -lead -lena`, otto: `${OFFICE} otto -sven`, fern: OFFICE },
  },
  {
    calls: ['student.list-of-provider', 'student-service.list-of-provider'],
    kind: 'provider',
    may: EVERYONE,
    who: { paula: `${STAFF} paula`, otto: `${OFFICE} otto sven`, fern: OFFICE },
  },
  {
    calls: ['provider.update', 'provider.deactivate', 'provider.reactivate'],
    kind: 'provider',
    may: OFFICE,
    who: { paula: OFFICE, otto: OFFICE, fern: OFFICE },
  },
  {
    calls: ['caseload-move.read-handover', 'caseload-move.hand-over'],
    kind: 'provider',
    may: OFFICE,
    who: { paula: OFFICE, otto: OFFICE, fern: OFFICE },
  },
  {
    calls: ['caseload-move.list'],
    kind: 'provider',
    may: OFFICE,
    who: { paula: OFFICE, fern: OFFICE },
    anyId: true,
  },
  { calls: ['caseload-move.undo'], kind: 'move', may: OFFICE, who: { one: OFFICE } },

  // Pay: super admins, and others with the grant.
  {
    calls: ['provider-rate.list', 'provider-rate.create'],
    kind: 'provider',
    may: GRANTED,
    who: { paula: 'superadmin bella lena', otto: 'superadmin bella sven', fern: 'superadmin bella' },
  },
  {
    calls: ['provider-rate.update', 'provider-rate.delete'],
    kind: 'provider-rate',
    may: GRANTED,
    who: { paula: 'superadmin bella lena', otto: 'superadmin bella sven' },
  },
  {
    calls: [
      ...([
        'payroll.read-run',
        'payroll.list-run-lines',
        'payroll.change-run',
        'payroll.discard-run',
      ] as const),
      ...(['payroll.reopen-run', 'payroll.read-difference', 'payroll.read-file'] as const),
    ],
    kind: 'run',
    may: GRANTED,
    who: { one: GRANTED },
  },
  { calls: ['payroll.decide-line'], kind: 'line', may: GRANTED, who: { one: GRANTED } },
  {
    calls: ['payroll.read-start'],
    kind: 'pay-period',
    may: GRANTED,
    who: { one: GRANTED },
    anyId: true,
  },
  { calls: ['payroll.read-closing'], kind: 'pay-period', may: GRANTED, who: { one: GRANTED }, anyId: true },
  {
    calls: ['pay-period.read', 'pay-period.update', 'pay-period.delete'],
    kind: 'pay-period',
    may: OFFICE,
    who: { one: OFFICE },
  },

  // Clients: the office; leads edit those of their services, except for what is money.
  {
    calls: ['client.read', 'client.update', 'client.list-students', 'client.list-providers'],
    kind: 'client',
    may: STAFF,
    who: OPENED_CLIENTS,
  },
  {
    calls: ['client.update-billing', 'client.set-active'],
    kind: 'client',
    may: OFFICE,
    who: { district: OFFICE, family: OFFICE, gone: OFFICE },
  },
  {
    calls: ['client.delete'],
    kind: 'client',
    may: 'superadmin',
    who: { district: 'superadmin', family: 'superadmin', gone: 'superadmin' },
  },
  { calls: ['client.list-of-region'], kind: 'region', may: STAFF, who: LISTED(STAFF), anyId: true },

  // Rates, billing, and QuickBooks: super admins, and others with the grant, for the clients that they reach.
  { calls: ['rate.list-of-client'], kind: 'client', may: GRANTED, who: MONEY_CLIENTS },
  { calls: ['rate.list-of-region'], kind: 'region', may: GRANTED, who: LISTED(GRANTED) },
  { calls: ['rate.read', 'rate.update', 'rate.delete'], kind: 'rate', may: GRANTED, who: MONEY_CLIENTS },
  {
    calls: ['billing-condition.read', 'billing-condition.update', 'billing-condition.archive'],
    kind: 'condition',
    may: GRANTED,
    who: MONEY_CLIENTS,
  },
  {
    calls: [
      ...(['invoice.read', 'invoice.update', 'invoice.refresh', 'invoice.send', 'invoice.void'] as const),
      ...(['invoice.delete', 'invoice.credit', 'invoice-payment.create'] as const),
    ],
    kind: 'invoice',
    may: GRANTED,
    who: MONEY_CLIENTS,
  },
  { calls: ['invoice-payment.delete'], kind: 'payment', may: GRANTED, who: MONEY_CLIENTS },
  {
    // Files of the whole organization.
    calls: ['quickbooks.read'],
    kind: 'quickbooks',
    may: 'superadmin bella',
    who: { one: 'superadmin bella' },
  },
  {
    calls: ['claim-batch.read', 'claim-batch.void'],
    kind: 'claims',
    may: 'superadmin bella',
    who: { one: 'superadmin bella' },
  },

  // Lists.
  {
    calls: ['goal-option.update', 'goal-option.delete'],
    kind: 'goal-option',
    may: STAFF,
    who: LISTED(STAFF),
  },
  {
    calls: ['plan-option.update', 'plan-option.delete'],
    kind: 'plan-option',
    may: STAFF,
    who: LISTED(STAFF),
  },
  {
    calls: ['soap-option.read-translations'],
    kind: 'goal-option',
    may: EVERYONE,
    who: LISTED(EVERYONE),
  },
  { calls: ['cpt-code.update', 'cpt-code.delete'], kind: 'cpt', may: OFFICE, who: LISTED(OFFICE) },
  { calls: ['dx-code.update', 'dx-code.delete'], kind: 'dx', may: OFFICE, who: LISTED(OFFICE) },
  { calls: ['service.update', 'service.delete'], kind: 'service', may: OFFICE, who: LISTED(OFFICE) },
  {
    calls: ['service-category.read'],
    kind: 'category',
    may: EVERYONE,
    who: LISTED(EVERYONE),
  },
  {
    calls: ['service-category.update', 'service-category.delete'],
    kind: 'category',
    may: OFFICE,
    who: LISTED(OFFICE),
  },
  // Its address names the category that it adds.
  { calls: ['service-category.create'], kind: 'category', may: OFFICE, who: LISTED(OFFICE), anyId: true },
  { calls: ['location.update', 'location.delete'], kind: 'location', may: OFFICE, who: LISTED(OFFICE) },
  { calls: ['region.update', 'region.delete'], kind: 'region', may: OFFICE, who: LISTED(OFFICE) },
  {
    calls: ['sub-region.update', 'sub-region.delete'],
    kind: 'sub-region',
    may: OFFICE,
    who: LISTED(OFFICE),
  },
  {
    calls: ['school-closure.update', 'school-closure.delete'],
    kind: 'closure',
    may: OFFICE,
    who: { one: OFFICE },
  },
  {
    calls: ['meal-policy.update', 'meal-policy.delete'],
    kind: 'meal-policy',
    may: OFFICE,
    who: { one: OFFICE },
  },

  // Messages: what was sent to the person; the office sends them.
  {
    calls: ['notification.read', 'notification.view', 'notification.acknowledge'],
    kind: 'notice',
    may: EVERYONE,
    who: { paula: 'paula', otto: 'otto' },
  },
  {
    calls: [
      ...(['admin-message.read', 'admin-message.update', 'admin-message.recall'] as const),
      'admin-message.remind',
    ],
    kind: 'message',
    may: OFFICE,
    who: { one: OFFICE },
  },
  {
    calls: ['admin-message.receipts'],
    kind: 'message',
    may: OFFICE,
    who: { one: OFFICE },
    anyId: true,
  },
  {
    // Those who send messages may open any file of one.
    calls: ['notification.attachment'],
    kind: 'message-file',
    may: EVERYONE,
    who: { paula: `${OFFICE} paula` },
  },

  // Reports by mail: the office's.
  {
    calls: ['report-schedule.update', 'report-schedule.delete', 'report-schedule.send'],
    kind: 'report-schedule',
    may: OFFICE,
    who: { one: OFFICE },
  },

  // Devices: own ones; the office reports any as lost.
  {
    // Of another person's device there is no key, as of an unknown one.
    calls: ['device.read-escrow'],
    kind: 'device',
    may: EVERYONE,
    who: { paula: 'paula', otto: 'otto' },
    isBlank: true,
  },
  {
    // A device may hold several people: registering an id is always your own.
    calls: ['device.register'],
    kind: 'device',
    may: EVERYONE,
    who: { paula: EVERYONE, otto: EVERYONE },
    anyId: true,
  },
  {
    calls: ['device.report-lost'],
    kind: 'device',
    may: OFFICE,
    who: { paula: OFFICE, otto: OFFICE },
  },
  {
    // Handed over: for the author's supervisor and leads; of lost devices only for the office.
    calls: ['quarantine.accept', 'quarantine.refuse'],
    kind: 'held',
    may: `${STAFF} sven`,
    who: { paula: STAFF, otto: `${OFFICE} sven`, lost: OFFICE },
  },
  { calls: ['audit.read'], kind: 'audit', may: OFFICE, who: { one: OFFICE } },

  // Tickets: all for the office, own ones for others. A comment is changed by its author.
  {
    calls: [
      'ticket.read',
      'ticket.update',
      'ticket.delete',
      'ticket.list-comments',
      'ticket.create-comment',
      'ticket.attach',
    ],
    kind: 'ticket',
    may: EVERYONE,
    who: { paula: `${OFFICE} paula`, otto: `${OFFICE} otto` },
  },
  {
    calls: ['ticket.attachment-content'],
    kind: 'ticket-file',
    may: EVERYONE,
    who: { paula: `${OFFICE} paula`, otto: `${OFFICE} otto` },
  },
  {
    calls: ['ticket.update-comment'],
    kind: 'comment',
    may: EVERYONE,
    who: { paula: 'paula -superadmin -admin -bella', otto: 'otto -superadmin -admin -bella' },
  },
  {
    calls: ['ticket.delete-comment'],
    kind: 'comment',
    may: EVERYONE,
    who: { paula: `${OFFICE} paula`, otto: `${OFFICE} otto` },
  },
  {
    calls: ['import.read-undo', 'import.undo'],
    kind: 'import',
    may: 'superadmin',
    who: { one: 'superadmin' },
  },
];

/** Calls whose parameters name no record of a person, or whose bytes another test sends; and why. */
export const OUTSIDE_MATRIX: Partial<Record<EndpointName, string>> = {
  'calendar.feed': 'its address is a secret: see calendar-feed.test.ts',
  'notification.attachment-content': 'its address is a signed token: see notifications.test.ts',
  'rate.list-of-services': 'it names a year only',
};
