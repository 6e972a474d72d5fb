import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { NOBODY } from '#domain/notifications/message-audience.ts';
import type { ApiPerson } from '#tests/support/real-server.ts';

// What the stories of the error catalogue have in common: those of its rows, and those of all states.

/** How often a page asks for what it shows again. */
export const FIVE_MINUTES = 300_000;
/** How long a page waits for an answer. */
export const ANSWER_LIMIT = 30_000;

/** What the page logs from now on. */
export function logOf(page: Page): string[] {
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  return lines;
}

export function bellOf(page: Page): Locator {
  return page.getByRole('button', { name: /^Notifications/ });
}

/** Sends a person a message that must be signed, with a file, and reminds them of it in their bell. */
export async function sendToSign(admin: ApiPerson, receiver: string, title: string): Promise<string> {
  const id = randomUUID();
  const form = new FormData();
  form.set(
    'message',
    JSON.stringify({
      ...{ id, title, display_msg: 'Before Friday', message: '<p>Please read the plan.</p>' },
      audience: { ...NOBODY, people: [receiver] },
      ...{ requires_acknowledgment: true, requires_signature: true, shown_from: null, shown_until: null },
    }),
  );
  form.append('files', new File(['Leave calmly.'], 'plan.txt'));
  await admin.call('admin-message.create', { form, write: { key: randomUUID(), base_version: 0 } });
  expect(await admin.call('admin-message.remind', { params: { id } })).toEqual({ reminded: 1 });
  return id;
}
