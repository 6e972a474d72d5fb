import type { z } from 'zod';
import { parent } from '#entities/student-file.ts';
import { fileCalls } from './entity-calls.ts';

export const ParentBody = parent.Body;
export type ParentBody = z.output<typeof ParentBody>;

export const parentEndpoints = fileCalls('parent', 'parent', parent, {
  path: '/api/students/parent/{id}/',
  may: { read: 'student.read', record: 'parent.record', delete: 'parent.delete' },
  summary: {
    list: "A student's parents and guardians, primary contact first",
    create: 'Add a parent to a student',
    update: 'Change a parent, by ID',
    delete: 'Delete a parent, by ID',
  },
});
