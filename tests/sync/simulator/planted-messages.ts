import { v7 as uuidv7 } from 'uuid';
import { decrypt, encrypt, writePlace } from '#contract/encryption.ts';
import { ANSWER_MARKER } from '#contract/errors.ts';
import { openRow } from '#db/encrypted-rows.ts';
import type { WriteContent } from '#db/outbox.ts';
import type { Planted } from './device.ts';

const TO_SUPPORT = /^\/api\/(tickets|feedback)\//;

function isToSupport(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  return init?.method === 'POST' && TO_SUPPORT.test(String(input));
}

/** Bugs in how announcements are answered, and in how tickets, comments, and feedback are sent. */
export const plantedInMessages: Record<string, Planted> = {
  'an acknowledgment of the text as it is when it is sent': {
    seed: 47,
    theme: 'message',
    transport: (real, tab) => async (batch) => {
      const { key, observer } = tab.account;
      const changed = batch.map(async (row) => {
        if (row.entity !== 'notification') return row;
        const known = await openRow(
          observer,
          'notification',
          await observer.notifications.get(row.entity_id),
        );
        if (known === null) return row;
        const place = writePlace(row.write_id);
        const content = (await decrypt(key, place, row.sealed)) as WriteContent;
        const body = { ...(content.body as object), content_hash: known.content_hash };
        return { ...row, sealed: await encrypt(key, place, { ...content, body }) };
      });
      return real(await Promise.all(changed));
    },
  },

  'an acknowledgment that is dropped once its message was edited': {
    seed: 47,
    theme: 'message',
    transport: (real, tab) => async (batch) => {
      const { key, observer } = tab.account;
      const isCurrent = await Promise.all(
        batch.map(async (row) => {
          if (row.entity !== 'notification') return true;
          const known = await openRow(
            observer,
            'notification',
            await observer.notifications.get(row.entity_id),
          );
          const content = (await decrypt(key, writePlace(row.write_id), row.sealed)) as WriteContent;
          const { content_hash } = content.body as { content_hash?: string };
          return known === null || known.content_hash === content_hash;
        }),
      );
      const dropped = batch.filter((_, at) => !isCurrent[at]);
      await tab.db.outbox.bulkDelete(dropped.map(({ seq }) => seq));
      const kept = batch.filter((_, at) => isCurrent[at]);
      return kept.length === 0 ? { kind: 'answers', answers: [] } : real(kept);
    },
  },

  'a ticket with a new key for every attempt': {
    seed: 11,
    theme: 'message',
    faultRate: 0.5,
    fetch: (real) => (input, init) => {
      if (!isToSupport(input, init)) return real(input, init);
      const headers = new Headers(init?.headers);
      headers.set('idempotency-key', uuidv7());
      const body = JSON.stringify({ ...JSON.parse(String(init?.body)), id: uuidv7() });
      return real(input, { ...init, headers, body });
    },
  },

  'a captive portal page taken for a ticket that was sent': {
    seed: 11,
    theme: 'message',
    faultRate: 0.5,
    fetch: (real) => async (input, init) => {
      const answer = await real(input, init);
      if (!isToSupport(input, init) || answer.headers.has(ANSWER_MARKER)) return answer;
      return Response.json({}, { status: 201, headers: { [ANSWER_MARKER]: '1' } });
    },
  },
};
