import { errorCatalog, type Problem } from '#contract/errors.ts';
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
      refused_because: problem === null ? null : withStatus(problem),
      write_id,
      call: { endpoint: content.endpoint, params: content.params, body: content.body },
    })),
  });
}

/** What the server said, with the HTTP status of its code; null for a code that this version doesn't know. */
function withStatus(problem: Problem) {
  const isKnown = Object.hasOwn(errorCatalog, problem.code);
  return { status: isKnown ? errorCatalog[problem.code].status : null, ...problem };
}
