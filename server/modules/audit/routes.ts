import type { Module } from '#server/plugins/answered-call.ts';
import { listAudit, readAudit } from './queries.ts';

export const auditRoutes: Module = (api) => {
  api.handle('audit.list', async ({ query, ...call }) => {
    const { tx, actor, context } = call;
    const page = await listAudit(tx, actor, query, context.now);
    const { student, person, before } = query;
    // A search goes on in many requests: those that show nothing would only fill the audit.
    if (before !== undefined && page.entries.length === 0) return page;
    await call.note({
      action: 'audit.list',
      // In the record of the student whose record was read.
      ...(student === undefined ? {} : { entity: 'student', row_id: student }),
      details: {
        ...(student === undefined ? {} : { student }),
        ...(person === undefined ? {} : { on_behalf_of: person }),
      },
    });
    return page;
  });
  api.handle('audit.read', async ({ params, ...call }) => {
    const entry = await readAudit(call.tx, call.actor, Number(params.id));
    const { student } = entry.details;
    await call.note({ action: 'audit.read', details: student === undefined ? {} : { student } });
    return entry;
  });
};
