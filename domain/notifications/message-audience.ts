/** Who gets a message: everyone who is in one of these. */
export interface Audience {
  is_everyone: boolean;
  /** Role codes. */
  roles: readonly string[];
  /** Clients: their students' providers, and who manages them. A district includes its clients. */
  clients: readonly string[];
  /** Regions: the same for all clients in them. */
  regions: readonly string[];
  people: readonly string[];
}

export const NOBODY: Audience = { is_everyone: false, roles: [], clients: [], regions: [], people: [] };

/** Whether nothing is chosen. */
export function isNobody({ is_everyone, roles, clients, regions, people }: Audience): boolean {
  return !is_everyone && [roles, clients, regions, people].every((chosen) => chosen.length === 0);
}

interface MessageFields {
  audience: Audience;
  shown_from: string | null;
  shown_until: string | null;
}

/** Validation errors by field; empty if the message can be sent. */
export function messageProblems({
  audience,
  shown_from,
  shown_until,
}: MessageFields): Partial<Record<keyof MessageFields, string>> {
  return {
    ...(isNobody(audience) ? { audience: 'Choose who gets this message.' } : {}),
    ...(shown_until !== null && shown_until <= (shown_from ?? '')
      ? { shown_until: 'The end is before the start.' }
      : {}),
  };
}

export type MessageState = 'scheduled' | 'sent' | 'expired' | 'recalled';

export const MESSAGE_STATE_LABELS: Readonly<Record<MessageState, string>> = {
  scheduled: 'Scheduled',
  sent: 'Sent',
  expired: 'Expired',
  recalled: 'Recalled',
};

export function messageState(
  message: { shown_from: string; shown_until: string | null; recalled_at: string | null },
  now: string,
): MessageState {
  if (message.recalled_at !== null) return 'recalled';
  if (message.shown_until !== null && message.shown_until <= now) return 'expired';
  return message.shown_from > now ? 'scheduled' : 'sent';
}
