import { randomUUID } from 'node:crypto';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';

interface Comment {
  id: string;
  comment_text: string;
  user: { username: string };
  date: string;
}

export interface ClickUpTask {
  id: string;
  list: string;
  name: string;
  description: string;
  status: { status: string; type: string };
  tags: { name: string }[];
  date_updated: string;
  attachments: { title: string; size: number }[];
  comments: Comment[];
  /** The body of its creation, as sent. */
  created: Record<string, unknown>;
}

/** What happens to the next request whose method and path match. */
interface Fault {
  matches: RegExp;
  /** `lost`: it takes effect, but its answer never arrives. */
  kind: 'lost' | 'refused-429' | 'failed' | 'slow' | 'unreadable';
}

/** A small server that follows ClickUp's published API, version 2, as far as the adapter uses it. */
export interface ClickUpServer {
  url: string;
  key: string;
  tasks: Map<string, ClickUpTask>;
  /** Method and path of each request, in order. */
  requests: string[];
  faults: Fault[];
  /** Its clock, by which a limit ends. Milliseconds since the epoch. */
  now: () => number;
  /** While true, connections are cut. */
  isDown: boolean;
  /** Someone in the workspace does something. */
  comment(task: ClickUpTask, text: string): void;
  setStatus(task: ClickUpTask, status: 'Open' | 'Closed'): void;
  close(): Promise<void>;
}

const SLOW_MS = 600;
/** Comments of one page. */
const PAGE = 25;

export async function startClickUp(): Promise<ClickUpServer> {
  const app = fastify({ forceCloseConnections: true });
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (_: unknown, body: Buffer) => body,
  );
  let clock = Date.now();
  const tick = () => {
    clock += 1;
    return String(clock);
  };
  const server: ClickUpServer = {
    url: '',
    key: `pk_${randomUUID()}`,
    tasks: new Map(),
    requests: [],
    faults: [],
    now: Date.now,
    isDown: false,
    comment(task, text) {
      const date = tick();
      task.comments.unshift({
        id: randomUUID(),
        comment_text: text,
        user: { username: 'Sam Support' },
        date,
      });
      task.date_updated = date;
    },
    setStatus(task, status) {
      task.status = { status, type: status === 'Closed' ? 'closed' : 'open' };
      task.date_updated = tick();
    },
    close: () => app.close(),
  };

  const cut = (request: FastifyRequest) => request.raw.socket.destroy();
  const faultOf = (request: FastifyRequest) => {
    const line = `${request.method} ${request.url}`;
    const at = server.faults.findIndex(({ matches }) => matches.test(line));
    return at < 0 ? undefined : server.faults.splice(at, 1)[0];
  };
  app.addHook('onRequest', async (request, reply) => {
    if (server.isDown) {
      cut(request);
      return reply.hijack();
    }
    server.requests.push(`${request.method} ${request.url.split('?')[0]}`);
    if (request.headers.authorization !== server.key) {
      return reply.code(401).send({ err: 'Token invalid', ECODE: 'OAUTH_025' });
    }
    const fault = faultOf(request);
    if (fault?.kind === 'refused-429') {
      return reply
        .code(429)
        .header('x-ratelimit-reset', String(Math.ceil(server.now() / 1_000) + 60))
        .send({ err: 'Rate limit reached', ECODE: 'APP_002' });
    }
    if (fault?.kind === 'failed') return reply.code(502).send('<html>Bad gateway</html>');
    if (fault?.kind === 'unreadable') return reply.code(200).send('<html>Log in to the network</html>');
    if (fault !== undefined) Object.assign(request, { fault: fault.kind });
    return undefined;
  });
  // The request takes effect; only its answer is late or lost.
  app.addHook('onSend', async (request) => {
    const { fault } = request as FastifyRequest & { fault?: Fault['kind'] };
    if (fault === 'lost') cut(request);
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
  });

  const found = (reply: FastifyReply, id: string): ClickUpTask | null => {
    const task = server.tasks.get(id);
    if (task !== undefined) return task;
    void reply.code(404).send({ err: 'Task not found, deleted', ECODE: 'ITEM_013' });
    return null;
  };
  const shown = ({ comments: _, created: __, list, ...task }: ClickUpTask) => ({
    ...task,
    list: { id: list },
  });

  app.post<{ Params: { list: string }; Body: Record<string, unknown> }>(
    '/api/v2/list/:list/task',
    async ({ params, body }, reply) => {
      if (typeof body.name !== 'string' || body.name === '') {
        return reply.code(400).send({ err: 'Task name invalid', ECODE: 'INPUT_005' });
      }
      const task: ClickUpTask = {
        id: randomUUID().slice(0, 9),
        list: params.list,
        name: body.name,
        description: String(body.description ?? ''),
        status: { status: String(body.status ?? 'Open'), type: 'open' },
        tags: ((body.tags ?? []) as string[]).map((name) => ({ name: name.toLowerCase() })),
        date_updated: tick(),
        attachments: [],
        comments: [],
        created: body,
      };
      server.tasks.set(task.id, task);
      return shown(task);
    },
  );
  app.get<{ Params: { list: string }; Querystring: Record<string, string> }>(
    '/api/v2/list/:list/task',
    async ({ params, query }) => {
      const { date_updated_gt: since = '0', 'tags[]': tag } = query;
      const tasks = [...server.tasks.values()].filter(
        (task) =>
          task.list === params.list &&
          Number(task.date_updated) > Number(since) &&
          (tag === undefined || task.tags.some(({ name }) => name === tag)),
      );
      return { tasks: tasks.map(shown), last_page: true };
    },
  );
  app.get<{ Params: { id: string } }>('/api/v2/task/:id', async ({ params }, reply) => {
    const task = found(reply, params.id);
    return task === null ? reply : shown(task);
  });
  app.put<{ Params: { id: string }; Body: Record<string, string> }>(
    '/api/v2/task/:id',
    async ({ params, body }, reply) => {
      const task = found(reply, params.id);
      if (task === null) return reply;
      Object.assign(task, {
        name: body.name ?? task.name,
        description: body.description ?? task.description,
      });
      if (body.status !== undefined) server.setStatus(task, body.status as 'Open');
      task.date_updated = tick();
      return shown(task);
    },
  );
  app.delete<{ Params: { id: string } }>('/api/v2/task/:id', async ({ params }, reply) => {
    if (found(reply, params.id) === null) return reply;
    server.tasks.delete(params.id);
    return reply.code(204).send();
  });
  app.get<{ Params: { id: string }; Querystring: { start_id?: string } }>(
    '/api/v2/task/:id/comment',
    async ({ params, query }, reply) => {
      const task = found(reply, params.id);
      if (task === null) return reply;
      const from = query.start_id;
      const at = from === undefined ? 0 : task.comments.findIndex(({ id }) => id === from) + 1;
      return { comments: task.comments.slice(at, at + PAGE) };
    },
  );
  app.post<{ Params: { id: string }; Body: { comment_text: string } }>(
    '/api/v2/task/:id/comment',
    async ({ params, body }, reply) => {
      const task = found(reply, params.id);
      if (task === null) return reply;
      server.comment(task, body.comment_text);
      return { id: task.comments[0]?.id, hist_id: randomUUID(), date: Number(task.date_updated) };
    },
  );
  const withComment = (id: string) =>
    [...server.tasks.values()].find((task) => task.comments.some((one) => one.id === id));
  app.put<{ Params: { id: string }; Body: { comment_text: string } }>(
    '/api/v2/comment/:id',
    async ({ params, body }, reply) => {
      const comment = withComment(params.id)?.comments.find(({ id }) => id === params.id);
      if (comment === undefined)
        return reply.code(404).send({ err: 'Comment not found', ECODE: 'COMMENT_1' });
      comment.comment_text = body.comment_text;
      return {};
    },
  );
  app.delete<{ Params: { id: string } }>('/api/v2/comment/:id', async ({ params }, reply) => {
    const task = withComment(params.id);
    if (task === undefined) return reply.code(404).send({ err: 'Comment not found', ECODE: 'COMMENT_1' });
    task.comments = task.comments.filter(({ id }) => id !== params.id);
    return {};
  });
  app.post<{ Params: { id: string }; Body: Buffer }>(
    '/api/v2/task/:id/attachment',
    async ({ params, body }, reply) => {
      const task = found(reply, params.id);
      if (task === null) return reply;
      const title = /name="attachment"; filename="([^"]+)"/.exec(body.toString('latin1'))?.[1];
      if (title === undefined) return reply.code(400).send({ err: 'No attachment', ECODE: 'ATTCH_1' });
      task.attachments.push({ title, size: body.length });
      return { id: randomUUID(), title };
    },
  );

  server.url = await app.listen({ port: 0, host: '127.0.0.1' });
  return server;
}
