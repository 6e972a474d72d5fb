import { z } from 'zod';
import { LARGEST_ATTACHMENT_BYTES, LONGEST_FILE_NAME } from '#domain/attachments/attachment-rules.ts';
import { AUTHORIZED_PER, FAMILY_LANGUAGES, RELATIONSHIPS } from '#domain/students/student-file.ts';
import { ask, defineEntity, lastWins, merged, setByServer } from './define-entity.ts';
import { day, minutes, personName, requiredText, text, uuid } from './fields.ts';
import { author, captured, no } from './server-fields.ts';

/** Someone who answers for a student at home. */
export const parent = defineEntity({
  reach: 'student',
  clear: ['student'],
  once: { student: uuid },
  fields: {
    first_name: ask(requiredText(100)),
    last_name: ask(requiredText(100)),
    relationship: lastWins(z.enum(RELATIONSHIPS)),
    email: ask(text(254)),
    phone: ask(text(40)),
    language: lastWins(z.enum(FAMILY_LANGUAGES)),
    /** The one to call first. */
    is_primary: lastWins(z.boolean()),
  },
  setByServer: {},
});

/** A dated note in a student's file, separate from SOAP notes. */
export const student_note = defineEntity({
  reach: 'student',
  clear: ['student'],
  once: { student: uuid },
  fields: { note_date: lastWins(day), note: merged(requiredText(20_000)) },
  setByServer: {
    /** Who wrote it. */
    provider: author,
    provider_name: setByServer(personName.optional()),
    ...captured,
  },
});

/** A goal of one student. */
export const goal = defineEntity({
  reach: 'student',
  clear: ['student'],
  once: { student: uuid },
  fields: {
    service: lastWins(uuid.nullable()),
    /** The entry of the organization's bank that it was copied from. */
    goal_option: lastWins(uuid.nullable()),
    goal_text: merged(requiredText(2_000)),
    baseline: merged(text(1_000)),
    target: merged(text(1_000)),
    /** When it counts as reached, such as "80 % in 3 sessions". */
    criterion: merged(text(1_000)),
    start_date: ask(day),
    target_date: ask(day.nullable()),
    archived: lastWins(z.boolean()),
  },
  setByServer: { captured_by: author, ...captured },
});

/** One service that a student is assigned to, by whom it is delivered and how much of it is authorized. */
export const student_service = defineEntity({
  reach: 'student',
  clear: ['student'],
  once: {},
  fields: {
    service: ask(uuid),
    /** No one yet where nothing. */
    provider: ask(uuid.nullable()),
    /** Null if no limit is authorized. */
    authorised_minutes: ask(minutes(60_000).nullable()),
    authorised_per: ask(z.enum(AUTHORIZED_PER)),
    start_date: ask(day),
    end_date: ask(day.nullable()),
  },
  setByServer: {
    /** Stands in the address. */
    student: setByServer(uuid),
    /** Nothing while no one delivers it. */
    provider_name: setByServer(personName.nullable().optional()),
  },
});

/** A file in a student's file. Its bytes travel apart, in parts. */
export const attachment = defineEntity({
  reach: 'student',
  clear: ['student'],
  once: {
    student: uuid,
    /** The note that it belongs to, if any. */
    soap_note: uuid.nullable(),
    file_name: requiredText(LONGEST_FILE_NAME),
    content_type: text(120),
    /** Bytes. */
    size: z.int().min(1, 'This file is empty.').max(LARGEST_ATTACHMENT_BYTES, 'Files can be up to 25 MB.'),
    /** SHA-256 of the bytes, hex. */
    sha256: z.string().regex(/^[0-9a-f]{64}$/, 'Enter a SHA-256 checksum in lowercase hexadecimal.'),
  },
  fields: {},
  setByServer: {
    /** All its bytes are at the office. */
    is_complete: no,
    uploaded_by: author,
    uploaded_by_name: setByServer(personName.optional()),
    ...captured,
  },
});
