import { AdminMessageBody, type AdminMessageFile } from '#contract/admin-messages.ts';
import { type Audience, messageProblems, NOBODY } from '#domain/notifications/message-audience.ts';
import { plainMessage } from '#domain/notifications/message-html.ts';
import { pacificDay, pacificInstant, pacificTime } from '#domain/time/pacific.ts';
import type { KnownNames } from '#entities/words/say.ts';
import { fieldLabel, fieldWords } from '#entities/words/words.ts';
import { type Problems, shapeProblems } from '#screens/form/problems.ts';

export interface MessageValues {
  title: string;
  display_msg: string;
  /** HTML. */
  message: string;
  audience: Audience;
  requires_acknowledgment: boolean;
  requires_signature: boolean;
  /** Pacific, as the browser's control has it: `YYYY-MM-DDTHH:mm`; empty for now. */
  shown_from: string;
  shown_until: string;
  /** Keys of files that stay. */
  keeps: string[];
}

export const NEW_MESSAGE: MessageValues = {
  ...{ title: '', display_msg: '', message: '', audience: NOBODY },
  ...{
    requires_acknowledgment: false,
    requires_signature: false,
    shown_from: '',
    shown_until: '',
    keeps: [],
  },
};

const moment = (instant: string | null) =>
  instant === null ? '' : `${pacificDay(instant)}T${pacificTime(instant)}`;

export function valuesOf(message: AdminMessageFile): MessageValues {
  const {
    title,
    display_msg,
    message: html,
    audience,
    requires_acknowledgment,
    requires_signature,
  } = message;
  return {
    ...{ title, display_msg, message: html, audience, requires_acknowledgment, requires_signature },
    shown_from: moment(message.shown_from),
    shown_until: moment(message.shown_until),
    keeps: message.attachments.map(({ key }) => key),
  };
}

function instantOf(entered: string): string | null {
  const [day, time] = entered.split('T');
  return day && time ? pacificInstant(day, time) : null;
}

/** When a message is shown, for a change that is merged. */
export function momentInWords(field: 'shown_from' | 'shown_until') {
  return {
    label: fieldLabel('admin_message', field),
    say: (value: unknown, names: KnownNames) =>
      fieldWords('admin_message', field, instantOf(String(value)), names),
  };
}

export function bodyOf(values: MessageValues, id: string) {
  return {
    ...{ ...values, id },
    shown_from: instantOf(values.shown_from),
    shown_until: instantOf(values.shown_until),
  };
}

/** Only to check a form whose record has no id yet. */
const ANY_ID = '00000000-0000-7000-8000-000000000000';

export function problemsOf(values: MessageValues): Problems {
  const body = bodyOf(values, ANY_ID);
  const problems = shapeProblems(AdminMessageBody, body);
  if (plainMessage(values.message) === '') problems.message = 'This field is required.';
  return { ...messageProblems(body), ...problems };
}
