import { z } from 'zod';
import type { TicketList, TicketStatus } from '#domain/tickets/ticket.ts';
import type { Config } from '#server/config.ts';
import {
  type RemoteTask,
  type TaskTracker,
  TrackerRefusal,
  type TrackerTask,
  TrackerUnavailable,
} from './task-tracker.ts';

/** How long a call may take. A slow answer counts as none: the call is repeated later. Milliseconds. */
const ANSWER_LIMIT_MS = 15_000;
const TASK_TAG = 'caseload-';
/** Ends the text of each comment that comes from us. */
const MARKER = /\s*\[caseload ([0-9a-f-]{36})\]\s*$/;
/** More pages than any list of open work has; keeps a faulty server from being read forever. */
const MOST_PAGES = 100;

const Created = z.object({ id: z.coerce.string() });
const Tasks = z.object({
  tasks: z.array(
    z.object({
      id: z.string(),
      status: z.object({ status: z.string(), type: z.string().optional() }),
      tags: z.array(z.object({ name: z.string() })),
      date_updated: z.coerce.number(),
    }),
  ),
  last_page: z.boolean().optional(),
});
const Comments = z.object({
  comments: z.array(
    z.object({
      id: z.coerce.string(),
      comment_text: z.string(),
      user: z.object({ username: z.string().nullable() }).nullable(),
      date: z.coerce.number(),
    }),
  ),
});
const Files = z.object({ attachments: z.array(z.object({ title: z.string().nullable() })).optional() });
const Problem = z.object({ err: z.string() });

interface Asked {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  query?: Record<string, string>;
  body?: object | FormData;
}

interface Surroundings {
  fetch?: typeof fetch;
  limitMs?: number;
  /** Milliseconds since the epoch. */
  now?: () => number;
}

/**
 * A ClickUp workspace, by version 2 of its published API. Once it has limited requests, it gets none before the time
 * that it named.
 */
export function clickUpTracker(
  { url, key, lists }: NonNullable<Config['clickUp']>,
  { fetch: send = fetch, limitMs = ANSWER_LIMIT_MS, now = Date.now }: Surroundings = {},
): TaskTracker {
  /** When it takes requests again. */
  let opensAt = 0;
  const limited = (waitMs: number | null) =>
    new TrackerUnavailable('The task tracker limits requests.', waitMs);

  async function ask(path: string, { method = 'GET', query = {}, body }: Asked = {}): Promise<unknown> {
    const wait = opensAt - now();
    if (wait > 0) throw limited(wait);
    const parameters = new URLSearchParams(query);
    const address = `${url}/api/v2${path}${parameters.size > 0 ? `?${parameters}` : ''}`;
    const isForm = body instanceof FormData;
    let response: Response;
    let answered: string;
    try {
      response = await send(address, {
        method,
        headers: {
          authorization: key,
          accept: 'application/json',
          ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        },
        signal: AbortSignal.timeout(limitMs),
        redirect: 'error',
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      });
      answered = await response.text();
    } catch {
      throw new TrackerUnavailable('No answer from the task tracker.');
    }
    if (response.ok) return answered === '' ? null : parsed(answered);
    if (response.status === 429) {
      const asked = waitOf(response.headers, now());
      opensAt = now() + (asked ?? 0);
      throw limited(asked);
    }
    if (response.status >= 500 || response.status === 408) {
      throw new TrackerUnavailable(`The task tracker answered ${response.status}.`);
    }
    const problem = Problem.safeParse(parsedOrNull(answered));
    const words = problem.success ? problem.data.err : `status ${response.status}`;
    throw new TrackerRefusal(`The task tracker refused: ${words.slice(0, 200)}`, response.status);
  }

  async function tasksIn(list: TicketList, query: Record<string, string>): Promise<RemoteTask[]> {
    const found: RemoteTask[] = [];
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const asked = { archived: 'false', include_closed: 'true', subtasks: 'true', page: String(page) };
      const answer = read(Tasks, await ask(`/list/${idOf(list)}/task`, { query: { ...asked, ...query } }));
      for (const { id, status, tags, date_updated } of answer.tasks) {
        const tag = tags.find(({ name }) => name.startsWith(TASK_TAG))?.name ?? null;
        found.push({
          ...{ remote_id: id, list, updated_at: date_updated },
          ticket: tag?.slice(TASK_TAG.length) ?? null,
          status: statusOf(status),
        });
      }
      if (answer.tasks.length === 0 || answer.last_page !== false) break;
    }
    return found;
  }

  async function commentsOf(remote: string) {
    const found: z.output<typeof Comments>['comments'] = [];
    let from: Record<string, string> = {};
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const { comments } = read(
        Comments,
        await ask(`/task/${encodeURIComponent(remote)}/comment`, { query: from }),
      );
      const known = new Set(found.map(({ id }) => id));
      const fresh = comments.filter(({ id }) => !known.has(id));
      found.push(...fresh);
      const last = fresh.at(-1);
      // Newest first, 25 at a time.
      if (last === undefined || comments.length < 25) break;
      from = { start: String(last.date), start_id: last.id };
    }
    return found;
  }

  const idOf = (list: TicketList) => encodeURIComponent(lists[list]);
  const task = (remote: string) => `/task/${encodeURIComponent(remote)}`;

  return {
    listId: (list) => lists[list],
    async tasks(since) {
      const found: RemoteTask[] = [];
      const query = since === null ? {} : { date_updated_gt: String(since) };
      for (const list of Object.keys(lists) as TicketList[]) found.push(...(await tasksIn(list, query)));
      return found;
    },
    async findTask(ticket, list) {
      // The list that it was created in first: it is seldom moved within seconds.
      const others = (Object.keys(lists) as TicketList[]).filter((one) => one !== list);
      for (const one of [list, ...others]) {
        const found = await tasksIn(one, { 'tags[]': `${TASK_TAG}${ticket}` });
        const own = found.find((remote) => remote.ticket === ticket);
        if (own !== undefined) return own.remote_id;
      }
      return null;
    },
    async createTask(given) {
      const { ticket, list, tags, ...fields } = given;
      const body = { ...fields, tags: [...tags, `${TASK_TAG}${ticket}`] };
      return read(Created, await ask(`/list/${idOf(list)}/task`, { method: 'POST', body })).id;
    },
    async updateTask(remote, { name, description, status }: TrackerTask) {
      await ask(task(remote), { method: 'PUT', body: { name, description, status } });
    },
    async deleteTask(remote) {
      await ask(task(remote), { method: 'DELETE' });
    },
    async comments(remote) {
      const all = await commentsOf(remote);
      return all
        .filter(({ comment_text }) => !MARKER.test(comment_text))
        .map(({ id, comment_text, user, date }) => ({
          id,
          comment: comment_text,
          author_name: user?.username ?? 'Support',
          written_at: new Date(date).toISOString(),
        }))
        .reverse();
    },
    async findComment(remote, id) {
      const all = await commentsOf(remote);
      return all.find(({ comment_text }) => MARKER.exec(comment_text)?.[1] === id)?.id ?? null;
    },
    async createComment(remote, comment) {
      const body = { comment_text: marked(comment), notify_all: true };
      return read(Created, await ask(`${task(remote)}/comment`, { method: 'POST', body })).id;
    },
    async updateComment(remoteComment, comment) {
      const body = { comment_text: marked(comment) };
      await ask(`/comment/${encodeURIComponent(remoteComment)}`, { method: 'PUT', body });
    },
    async deleteComment(remoteComment) {
      await ask(`/comment/${encodeURIComponent(remoteComment)}`, { method: 'DELETE' });
    },
    async hasFile(remote, id) {
      const { attachments = [] } = read(Files, await ask(task(remote)));
      return attachments.some(({ title }) => title?.startsWith(id) === true);
    },
    async attach(remote, { id, file_name, content_type, bytes }) {
      const body = new FormData();
      body.append('attachment', new Blob([bytes], { type: content_type }), `${id}-${file_name}`);
      await ask(`${task(remote)}/attachment`, { method: 'POST', body });
    },
  };
}

function marked({ id, text }: { id: string; text: string }): string {
  return `${text}\n\n[caseload ${id}]`;
}

/** Only open and closed are shown (specification, 4). */
function statusOf({ status, type }: { status: string; type?: string | undefined }): TicketStatus {
  const isClosed = type === 'closed' || type === 'done' || status.toLowerCase() === 'closed';
  return isClosed ? 'Closed' : 'Open';
}

/** How long the tracker wants no requests, from seconds to wait or the instant of the reset in seconds. Milliseconds. */
function waitOf(headers: Headers, now: number): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1_000);
  const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN);
  return Number.isFinite(reset) ? Math.max(0, reset * 1_000 - now) : null;
}

/** An answer that isn't in the published shape comes from something else: a proxy, an error page. */
function read<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const found = schema.safeParse(answer);
  if (!found.success) throw new TrackerUnavailable("The task tracker's answer can't be read.");
  return found.data;
}

function parsed(text: string): unknown {
  const value = parsedOrNull(text);
  if (value === null) throw new TrackerUnavailable("The task tracker's answer can't be read.");
  return value;
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
