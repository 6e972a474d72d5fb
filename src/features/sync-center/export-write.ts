import type { OpenedWrite } from '#db/outbox.ts';
import { downloadJson } from './download.ts';

export interface UnsendableWork {
  /** In local order; the others build on the first. */
  writes: readonly [OpenedWrite, ...OpenedWrite[]];
  title: string;
  detail: string;
}

/** Downloads changes that can't be synced as a file that their author and the office can read. */
export function downloadWork({ writes, title, detail }: UnsendableWork): void {
  const [{ entity, write_id }] = writes;
  downloadJson(`caseload-${entity}-${write_id}.json`, {
    what: title,
    about: detail,
    changes: writes.map(({ write_id, captured_at, problem, content }) => ({
      captured_at,
      refused_because: problem,
      write_id,
      call: { endpoint: content.endpoint, params: content.params, body: content.body },
    })),
  });
}
