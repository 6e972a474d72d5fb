import type { OpenedWrite } from '#db/outbox.ts';
import { downloadJson } from './download.ts';

export interface UnsendableWork {
  /** In the order in which they were made; all others build on the first. */
  writes: readonly [OpenedWrite, ...OpenedWrite[]];
  title: string;
  detail: string;
}

/** Hands work that does not go out to its author as a file: readable by them and by the office. */
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
