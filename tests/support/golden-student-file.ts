import type { OfflineEndpointName } from '#contract/index.ts';
import { STUDENT } from './golden-entries.ts';

const parent = {
  ...{ first_name: 'Mara', last_name: 'Sample', relationship: 'mother', email: 'mara@family.example' },
  ...{ phone: '', language: 'en', is_primary: true },
};
const note = { note_date: '2026-03-02', note: 'a released shape' };
const goal = {
  ...{ service: null, goal_option: null, goal_text: 'a released shape', baseline: '', target: '' },
  ...{ criterion: '', start_date: '2026-03-02', target_date: null, archived: false },
};
const attachment = {
  ...{ soap_note: null, file_name: 'shape.png', content_type: 'image/png', size: 4, sha256: 'a'.repeat(64) },
};

/** The bodies of writes in a student's file, without the ids of new rows; undefined for other writes. */
const BODIES: Partial<Record<OfflineEndpointName, object | null>> = {
  'parent.create': { student: STUDENT, ...parent },
  'parent.update': { phone: '(555) 010-0000' },
  'parent.delete': null,
  'student-note.create': { student: STUDENT, ...note },
  'student-note.update': { note: 'a released shape, changed' },
  'student-note.delete': null,
  'goal.create': { student: STUDENT, ...goal },
  'goal.update': { target: 'a released shape' },
  'attachment.create': { student: STUDENT, ...attachment },
  'attachment.delete': null,
};

export function bodyInFile(endpoint: OfflineEndpointName): object | null | undefined {
  return BODIES[endpoint];
}
