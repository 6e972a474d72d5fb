import { roleLabel } from '#domain/access/roles.ts';

/** The support categories in the order of the support dialog (specification, 9). */
export const TICKET_CATEGORIES = [
  { code: 1, label: 'Bug/Issue', list: 'bug-issue' },
  { code: 4, label: 'Payroll', list: 'payroll' },
  { code: 2, label: 'Service/Support Request', list: 'service-support-request' },
  { code: 3, label: 'Site Requests', list: 'site-requests' },
  { code: 5, label: 'Timecard/My Hours', list: 'timecard-my-hours' },
] as const;
export type TicketCategory = (typeof TICKET_CATEGORIES)[number]['code'];
export const CATEGORY_CODES = [1, 2, 3, 4, 5] as const satisfies readonly TicketCategory[];

/**
 * The seven lists of the task tracker: one for new tickets of each category, and two into which the office
 * moves what takes longer.
 */
export const TICKET_LISTS = [
  'bug-issue',
  'payroll',
  'service-support-request',
  'site-requests',
  'timecard-my-hours',
  'planned-changes',
  'follow-up',
] as const;
export type TicketList = (typeof TICKET_LISTS)[number];

export const TICKET_LIST_LABELS: Readonly<Record<TicketList, string>> = {
  'bug-issue': 'Bug/Issue',
  payroll: 'Payroll',
  'service-support-request': 'Service/Support Request',
  'site-requests': 'Site Requests',
  'timecard-my-hours': 'Timecard/My Hours',
  'planned-changes': 'Planned Changes',
  'follow-up': 'Follow-up',
};

export const TICKET_STATUSES = ['Open', 'Closed'] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

/** What every new ticket says to the task tracker (specification, 3 and 9). */
export const NEW_TICKET = {
  status: 'Open',
  priority: 3,
  notify_all: true,
  check_required_custom_fields: false,
} as const;

export const LONGEST_TICKET_TITLE = 200;
export const LONGEST_TICKET_TEXT = 10_000;

/** A diagnostic copy of a device, attached to a ticket by its author: the most characters, and the file's name. */
export const LONGEST_DIAGNOSTICS = 100_000;
export const DIAGNOSTICS_FILE = { file_name: 'diagnostics.json', content_type: 'application/json' } as const;

/** Nothing is sent without a category (specification, 5 and 8). */
export const NO_CATEGORY = 'Please Select Support Type';
/** Creation was refused or failed (specification, 8). */
export const TICKET_FAILED = 'There has been an issue. Please try submitting again.';
const SITE_TICKET_SENT =
  'Support ticket submitted. Stay updated with site changes and updates by reading our changelog.';
const SERVICE_TICKET_SENT =
  'Service/Support Request Submitted. Please allow 24-48 hours for someone to get back to you via email.';

/** What the alert says once a ticket was created (specification, 8). */
export function ticketSentWords(category: TicketCategory): string {
  return category === 1 || category === 3 ? SITE_TICKET_SENT : SERVICE_TICKET_SENT;
}

export function categoryLabel(code: number): string {
  return TICKET_CATEGORIES.find((category) => category.code === code)?.label ?? 'Other';
}

/** The list that new tickets of a category go to. Its name is the category's tag too. */
export function listOfCategory(code: TicketCategory): TicketList {
  return TICKET_CATEGORIES.find((category) => category.code === code)?.list ?? 'follow-up';
}

interface TicketText {
  category: TicketCategory;
  title: string;
  details: string;
  /** User name, role code, and email address of the person who submitted it, as they were then. */
  username: string;
  role: string;
  contact_email: string;
}

/** A ticket as the task tracker names it: title, user name, and role label. */
export function ticketName({ title, username, role }: TicketText): string {
  return `${title.trim()} - ${username} (${roleLabel(role)})`;
}

/** A ticket as the task tracker describes it: the text and the contact email. */
export function ticketDescription({ details, contact_email }: TicketText): string {
  return `${details.trim()}\n\nContact email: ${contact_email}`;
}

/** The contact email and the category's tag. */
export function ticketTags({ category, contact_email }: TicketText): [email: string, category: string] {
  return [contact_email.toLowerCase(), listOfCategory(category)];
}

/** Validation errors of the support dialog; empty if it can be submitted. */
export function supportProblems(entered: {
  category: number | null;
  title: string;
  details: string;
}): Partial<Record<'category' | 'title' | 'details', string>> {
  const { category, title, details } = entered;
  return {
    ...(CATEGORY_CODES.some((code) => code === category) ? {} : { category: NO_CATEGORY }),
    ...lengthProblem('title', title, LONGEST_TICKET_TITLE, 'Enter a title.'),
    ...lengthProblem('details', details, LONGEST_TICKET_TEXT, 'Describe what you need.'),
  };
}

function lengthProblem<Name extends string>(
  name: Name,
  value: string,
  max: number,
  missing: string,
): Partial<Record<Name, string>> {
  if (value.trim() === '') return { [name]: missing } as Record<Name, string>;
  if (value.length <= max) return {};
  return { [name]: `Use at most ${max.toLocaleString('en-US')} characters.` } as Record<Name, string>;
}
