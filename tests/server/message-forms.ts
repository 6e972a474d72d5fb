import { randomUUID } from 'node:crypto';
import type { AdminMessage } from '#contract/admin-messages.ts';
import { NOBODY } from '#domain/notifications/message-audience.ts';
import type { OfficeWorld, PersonName } from './office-world.ts';

/** A PNG of one pixel. */
export const PIXEL_BASE64 =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
export const SIGNATURE = `data:image/png;base64,${PIXEL_BASE64}`;

export function messageBody(changes: Record<string, unknown> = {}) {
  return {
    ...{
      id: randomUUID(),
      title: 'Fire drill',
      display_msg: 'Read before Friday',
      message: '<p>Leave calmly.</p>',
    },
    audience: { ...NOBODY, is_everyone: true },
    ...{ requires_acknowledgment: false, requires_signature: false, shown_from: null, shown_until: null },
    ...changes,
  };
}

export interface FormFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Sends the form of a message, as its call takes it. */
export async function sendForm(
  world: OfficeWorld,
  person: PersonName,
  body: Record<string, unknown>,
  { id, version, files = [] }: { id?: string; version?: number; files?: readonly FormFile[] } = {},
): Promise<{ status: number; body: AdminMessage & { code?: string; fields?: Record<string, string> } }> {
  const { token } = await world.signIn(world.people[person]);
  const form = new FormData();
  form.set('message', JSON.stringify(body));
  for (const { name, bytes } of files) form.append('files', new File([bytes], name));
  const request = new Request('http://caseload/', { method: 'POST', body: form });
  const answer = await world.app.inject({
    method: id === undefined ? 'POST' : 'PUT',
    url: id === undefined ? '/api/user/admin/messages/' : `/api/user/admin/message/${id}/`,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': request.headers.get('content-type') ?? '',
      ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: answer.statusCode, body: answer.json() };
}
