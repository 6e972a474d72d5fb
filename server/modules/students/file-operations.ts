import type { z } from 'zod';
import type { EntityRow } from '#contract/entities.ts';
import { ApiError } from '#contract/errors.ts';
import { mayChangeStudentNote } from '#domain/access/row-rules.ts';
import { goalProblems, parentProblems, studentNoteProblems } from '#domain/students/file-rules.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import type { declared } from '#entities/declared.ts';
import { refuseUnknownService } from '#server/modules/catalog/queries.ts';
import type { Call, Records } from '#server/records/call.ts';
import { refuseProblems, wireRow, withTouched } from '#server/records/changing-rows.ts';
import { firstRow } from '#server/records/first-row.ts';
import { changeableRow, type FileEntity, listFileRows, recordsOf, studentInReach } from './file-rows.ts';
import { replacePrimaries } from './primary-contact.ts';

/** Records in a student's file that people edit by fields only. */
type PlainEntity = Exclude<FileEntity, 'student_service'>;
type Body<Name extends PlainEntity> = z.output<(typeof declared)[Name]['Body']>;
type Changes<Name extends PlainEntity> = z.output<(typeof declared)[Name]['Changes']>;

interface FileRules<Name extends PlainEntity> {
  /** SQL from this code. */
  order: string;
  /** Rejects an invalid row. */
  check(call: Call, row: Body<Name>): Promise<void>;
  /** Rejects a change or deletion of someone else's row. */
  refuseForeign?(call: Call, row: EntityRow<Name>): void;
  /** What follows for other rows of the file from a row that was created, or changed in these fields. */
  settle?(
    call: Call,
    records: Records<EntityRow<Name>>,
    row: EntityRow<Name>,
    touched: object,
  ): Promise<void>;
  /** Fields of a new row that only the server knows. */
  told?(call: Call): Partial<EntityRow<Name>>;
}

/** The calls of one entity in a student's file. */
function fileOperations<Name extends PlainEntity>(entity: Name, rules: FileRules<Name>) {
  return {
    list: (call: Call, student: string) => listFileRows(call, entity, student, rules.order),
    async create(call: Call, body: Body<Name>): Promise<EntityRow<Name>> {
      const student = await studentInReach(call, body.student);
      await rules.check(call, body);
      const row = { ...firstRow(call, entity, body), ...rules.told?.(call) };
      const records = recordsOf(entity, student);
      const made = await call.create(records, row);
      await rules.settle?.(call, records, made, body);
      return made;
    },
    async update(call: Call, id: string, changes: Changes<Name>): Promise<EntityRow<Name>> {
      const { before, student } = await changeableRow(call, entity, id);
      rules.refuseForeign?.(call, before);
      const next = wireRow(withTouched<object>(before, changes) as typeof before);
      await rules.check(call, next as Body<Name>);
      const records = recordsOf(entity, student);
      const row = await call.change(records, before, next as EntityRow<Name>);
      await rules.settle?.(call, records, row, changes);
      return row;
    },
    async remove(call: Call, id: string): Promise<void> {
      const { before, student } = await changeableRow(call, entity, id);
      rules.refuseForeign?.(call, before);
      await call.remove(recordsOf(entity, student), before);
    },
  };
}

export const parentCalls = fileOperations('parent', {
  order: 'is_primary desc, last_name, first_name',
  check: async (_, parent) => refuseProblems(parentProblems(parent)),
  async settle(call, records, parent, touched) {
    if ('is_primary' in touched && parent.is_primary) await replacePrimaries(call, records, [parent]);
  },
});

export const noteCalls = fileOperations('student_note', {
  order: 'student_notes.note_date desc, student_notes.captured_at desc',
  check: async ({ context }, note) => refuseProblems(studentNoteProblems(note, pacificDay(context.now))),
  refuseForeign({ actor }, note) {
    if (!mayChangeStudentNote(actor, note)) {
      throw new ApiError('access.denied', {
        message: 'Only its author or your office can change this note.',
      });
    }
  },
  told: ({ actor }) => ({ provider_name: actor.name }),
});

export const goalCalls = fileOperations('goal', {
  order: 'goals.start_date desc',
  async check({ tx }, goal) {
    refuseProblems(goalProblems(goal));
    await refuseUnknownService(tx, goal.service);
  },
});
