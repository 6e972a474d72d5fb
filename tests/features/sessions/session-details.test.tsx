import { cleanup, render, screen, within } from '@testing-library/react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sessionById } from '#db/sessions.ts';
import { ROLES } from '#domain/access/roles.ts';
import { createSession } from '#features/sessions/record-session.ts';
import { SessionDetails } from '#features/sessions/session-details.tsx';
import { SignedInContext, type SignedInDevice, useLocal } from '#screens/device/signed-in.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { eventEntry, type SessionEntry, sessionEntry } from '#tests/support/device-entries.ts';
import { scriptedOffice, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

let device: TestDevice;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

function Details({ id }: { id: string }) {
  const session = useLocal((db) => sessionById(db, id), [id]);
  return session == null ? null : (
    <SessionDetails session={session} linkTo={(_, words) => words} onOpenStudent={() => undefined} />
  );
}

/** @param reader who looks: the provider, or someone else */
async function show(
  changes: Partial<SessionEntry>,
  reader: 'provider' | 'office' = 'provider',
  planned: unknown[] = [],
) {
  const { user_id } = device.workspace;
  const { id, ...entry } = sessionEntry(changes);
  await createSession(device.workspace, id, { ...entry, provider: user_id });
  const provider_id = reader === 'provider' ? user_id : null;
  const profile = { user_id, provider_id, auth: ROLES.provider, grants: [], services: [], username: 'me' };
  const { engine, calls } = scriptedOffice(() => planned);
  const signedIn = { profile, workspace: device.workspace, engine };
  render(
    <SignedInContext value={signedIn as unknown as SignedInDevice}>
      <Details id={id} />
    </SignedInContext>,
  );
  const section = await screen.findByRole('region', { name: 'Session details' });
  await within(section).findByText('Timeline');
  if (reader === 'provider') expect(calls).toEqual([]);
  return section;
}

const record = (section: HTMLElement) => section.querySelector('details') as HTMLDetailsElement;
/** The names of the visible facts. */
const facts = (section: HTMLElement) =>
  [...section.querySelectorAll('dt')]
    .filter((one) => one.closest('details') === null)
    .map((one) => one.textContent);

describe('what a session says beside its notes and files', () => {
  test('is one line for an ordinary session; everything else is in the record', async () => {
    const section = await show({});
    expect(within(section).getByText('In person · 30 min')).toBeDefined();
    expect(facts(section)).toEqual([]);
    expect(record(section).open).toBe(false);
    expect(record(section).querySelector('summary')?.textContent).toBe('Record details');
    for (const name of ['Provider', 'Entered by', 'Entered (device time)', 'Received by server', 'Sync']) {
      expect(record(section).contains(within(section).getByText(name))).toBe(true);
    }
    expect(record(section).contains(within(section).getByText('Timeline'))).toBe(true);
  });

  test('says what is out of the ordinary in the line', async () => {
    const section = await show({
      ...{ attendance: 'student-absent', reason: 'Ill' },
      ...{ modality: 'remote', setting: 'consult' },
    });
    expect(within(section).getByText('Student absent: Ill · Consult · Remote · 30 min')).toBeDefined();
    expect(facts(section)).toEqual(expect.arrayContaining(['Billable', 'Made up']));
  });

  test('shows both durations and what they pay where the duration changed', async () => {
    const section = await show({
      calendar_event_id: uuidv7(),
      ...{ end_time: '09:45', actual_minutes: 45, direct_minutes: 45, duration_reason: 'Took longer.' },
      notes: 'Two-word sentences',
    });
    expect(facts(section)).toEqual([
      ...['Scheduled', 'Changed duration', 'Reason for the change', 'Payable', 'Billable', 'Notes'],
    ]);
  });

  test('names the provider and shows the timeline to others', async () => {
    const section = await show({}, 'office');
    expect(within(section).getByText(/^In person · 30 min · ./)).toBeDefined();
    expect(record(section).contains(within(section).getByText('Timeline'))).toBe(false);
  });

  test("says to others when it was planned for, from the server: the provider's events aren't on their device", async () => {
    const event = eventEntry({ event_start_time: '09:15', event_end_time: '09:45' });
    const section = await show({ calendar_event_id: event.id }, 'office', [event]);
    expect(await within(section).findByText(/9:15.*9:45/)).toBeDefined();
  });
});
