import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import type { TimelineEntry } from '#contract/student-timeline.ts';
import type { StudentSearch } from '#features/students/student-search.ts';
import { Timeline } from '#features/students/timeline-tab.tsx';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { InRouter } from '#tests/support/in-router.tsx';
import { scriptedOffice, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const NOTHING: Omit<TimelineEntry, 'id' | 'what' | 'at'> = {
  ...{ is_day: false, by_name: null, service_name: null, provider_name: null, name: null, former_name: null },
  ...{ minutes: null, per: null, attendance: null, until: null, note_date: null, field: null, entity: null },
  ...{ changes: null, opens: null },
};
const SPEECH = { ...NOTHING, service_name: 'Speech', provider_name: 'Sam Cho' };
// The test device's clock is at 03/10/2026 11:00 AM Pacific.
const ENTRIES: TimelineEntry[] = [
  {
    ...NOTHING,
    id: 'f',
    what: 'date',
    at: '2026-10-01T07:00:00.000Z',
    is_day: true,
    field: 'iep_annual_date',
  },
  { ...SPEECH, id: 'a', what: 'service-end', at: '2026-06-30T07:00:00.000Z', is_day: true },
  {
    ...{ ...SPEECH, id: 'b', what: 'session', at: '2026-03-09T16:00:00.000Z', opens: 's1' },
    ...{ minutes: 30, attendance: 'delivered' },
  },
  {
    ...{ ...NOTHING, id: 'c', what: 'change', at: '2026-03-02T16:00:00.000Z', entity: 'student' },
    ...{ by_name: 'Renata Solano', changes: { grade: ['3', '4'] } },
  },
  {
    ...{ ...NOTHING, id: 'e', what: 'change', at: '2026-03-01T17:00:00.000Z', entity: 'student_service' },
    ...{ service_name: 'Speech', by_name: 'Renata Solano', changes: { end_date: [null, '2026-06-30'] } },
  },
];
const EARLIER: TimelineEntry = {
  ...{ ...SPEECH, id: 'd', what: 'service-move', at: '2025-11-03T08:00:00.000Z', is_day: true },
  ...{ former_name: 'Dana Ruiz', minutes: 240, per: 'month' },
};

const LATER: TimelineEntry[] = [
  { ...SPEECH, id: 'h', what: 'service-end', at: '2027-06-30T07:00:00.000Z', is_day: true },
  { ...SPEECH, id: 'g', what: 'service-renew', at: '2027-01-04T08:00:00.000Z', is_day: true },
];

let device: TestDevice;
let files: string[];
let pressed: MockInstance;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  files = [];
  const keep = (file: Blob) => {
    void file.text().then((text) => files.push(text));
    return 'blob:file';
  };
  pressed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: keep, revokeObjectURL() {} }));
});
afterEach(async () => {
  cleanup();
  pressed.mockRestore();
  vi.unstubAllGlobals();
  await device.close();
});

function open(search: StudentSearch = {}) {
  const office = scriptedOffice((_, { query }) => {
    if (query?.after === 'earlier') return { entries: [EARLIER], next: null, previous: null };
    if (query?.before === 'later') return { entries: LATER, next: null, previous: null };
    return { entries: ENTRIES, next: 'earlier', previous: 'later' };
  });
  const onSearch = vi.fn();
  const profile = {
    user_id: device.workspace.user_id,
    provider_id: null,
    auth: '1',
    grants: [],
    services: [],
  };
  const signedIn = { profile, workspace: device.workspace, engine: office.engine };
  render(
    <SignedInContext value={signedIn as unknown as SignedInDevice}>
      <Timeline
        student={{ id: 'ida', name: 'Ida Quist' }}
        search={search}
        onSearch={onSearch}
        accessRecord={{ to: '/admin/audit', search: { student: 'ida' } }}
        placeOf={({ opens }) => (opens === null ? null : { href: `/session/${opens}` })}
      />
    </SignedInContext>,
    { wrapper: InRouter },
  );
  return { user: userEvent.setup(), onSearch, calls: office.calls };
}

test('shows what is ahead, the next day first, then month by month, and more when asked', async () => {
  const { user } = open();
  expect(screen.getByRole('link', { name: 'Access record' }).getAttribute('href')).toContain('student=ida');
  const ahead = within(await screen.findByRole('region', { name: 'Upcoming' }));
  expect(ahead.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '06/30/2026Speech endsSam ChoServices and providers',
    '10/01/2026Annual IEP reviewIEP and consent',
  ]);
  const march = within(screen.getByRole('region', { name: 'March 2026' }));
  expect(march.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Mon, Mar 9, 9:00 AMSpeech sessionDelivered · 30 min · Sam ChoSessions',
    'Mon, Mar 2, 8:00 AMChanged studentGrade: 3 → 4Renata Solano',
    'Sun, Mar 1, 9:00 AMChanged assigned service: SpeechEnd date: None → 06/30/2026Renata Solano',
  ]);
  expect(march.getByRole('link', { name: 'Speech session' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Show earlier' }));
  const november = within(await screen.findByRole('region', { name: 'November 2025' }));
  expect(november.getByText('Speech handed over to Sam Cho')).toBeDefined();
  expect(november.getByText('240 min/month · Before: Dana Ruiz')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Show earlier' })).toBeNull();
});

test('goes on from the next days to those further ahead', async () => {
  const { user } = open();
  const ahead = within(await screen.findByRole('region', { name: 'Upcoming' }));
  await user.click(ahead.getByRole('button', { name: 'Show later' }));
  await vi.waitFor(() => expect(ahead.getAllByRole('listitem')).toHaveLength(4));
  expect(ahead.getAllByRole('listitem').map(({ textContent }) => textContent?.slice(0, 10))).toEqual([
    '06/30/2026',
    '10/01/2026',
    '01/04/2027',
    '06/30/2027',
  ]);
  expect(screen.queryByRole('button', { name: 'Show later' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Show earlier' })).toBeDefined();
});

test('asks for what it is narrowed to, and offers to clear that', async () => {
  const { user, onSearch, calls } = open({ tab: 'timeline', kind: 'services', from: '2026-03-01' });
  await screen.findByRole('region', { name: 'Upcoming' });
  expect(calls[0]?.[1].query).toEqual({ kind: 'services', start_date: '2026-03-01' });
  await user.selectOptions(screen.getByLabelText('Show'), 'Sessions');
  expect(onSearch).toHaveBeenCalledWith({ tab: 'timeline', kind: 'sessions', from: '2026-03-01' });
});

test('takes everything into a file, also what was not loaded yet', async () => {
  const { user } = open();
  await screen.findByRole('region', { name: 'Upcoming' });
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: 'CSV' }));
  await vi.waitFor(() => expect(files).toHaveLength(1));
  expect(files[0]?.split('\r\n').slice(1, -1)).toEqual([
    '06/30/2027,Services and providers,Speech ends,Sam Cho,',
    '01/04/2027,Services and providers,Speech renewed,Sam Cho,',
    '10/01/2026,IEP and consent,Annual IEP review,,',
    '06/30/2026,Services and providers,Speech ends,Sam Cho,',
    '03/09/2026 09:00 AM,Sessions,Speech session,Delivered · 30 min · Sam Cho,',
    '03/02/2026 08:00 AM,Changed fields,Changed student,Grade: 3 → 4,Renata Solano',
    '03/01/2026 09:00 AM,Changed fields,Changed assigned service: Speech,End date: None → 06/30/2026,Renata Solano',
    '11/03/2025,Services and providers,Speech handed over to Sam Cho,240 min/month · Before: Dana Ruiz,',
  ]);
});
