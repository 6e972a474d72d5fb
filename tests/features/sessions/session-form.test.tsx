import { randomUUID } from 'node:crypto';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Availability } from '#contract/availability.ts';
import type { Service } from '#contract/catalog.ts';
import type { Student } from '#contract/student.ts';
import { draftOf } from '#db/drafts.ts';
import { type LocalSession, sessionsOfProvider } from '#db/sessions.ts';
import { SessionForm } from '#features/sessions/session-form.tsx';
import type { SessionChoices } from '#features/sessions/session-lookups.ts';
import { emptyValues, type SessionValues } from '#features/sessions/session-values.ts';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { scriptedOffice } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const DAY = '2026-03-10';
const DRAFT = `session|new||${DAY}`;
const SLP = randomUUID();
const OT = randomUUID();
const MAYA = randomUUID();
const LEO = randomUUID();
const NOA = randomUUID();

const student = (id: string, first_name: string, last_name: string, services: string[]): Student => ({
  id,
  first_name,
  last_name,
  grade: '3',
  archived: false,
  date_of_birth: null,
  home_language: 'en',
  qualifications: [],
  client: null,
  location: '7',
  services,
  providers: [],
  version: 1,
});
const service = (id: string, name: string, default_minutes: number): Service => ({
  id,
  name,
  short_name: name.slice(0, 3),
  category: randomUUID(),
  default_minutes,
  is_billable: true,
  archived: false,
  version: 1,
});

const place = (id: string, name: string) => ({
  ...{ id, name, client: null, is_billable: true, archived: false, version: 1 },
});

const students = new Map([
  [MAYA, student(MAYA, 'Maya', 'Rivera', [SLP])],
  [LEO, student(LEO, 'Leo', 'Stein', [SLP, OT])],
  [NOA, { ...student(NOA, 'Noa', 'Weiss', [SLP]), location: '8' }],
]);

const lookups: SessionChoices = {
  students,
  studentNames: students,
  services: [service(OT, 'Occupational Therapy', 45), service(SLP, 'Speech Therapy', 40)],
  locations: [
    place('8', 'Ash School'),
    place('5', 'Break'),
    place('7', 'Oak School'),
    place('9', 'Elm School'),
  ],
  providers: new Map(),
  self: { id: '', name: '' },
  ownServices: [SLP, OT],
  recordableProviders: [],
};

let device: TestDevice;
beforeEach(async () => {
  cloneInOwnRealm();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

async function open(changes: Partial<SessionValues> = {}, days_off: Availability['days_off'] = []) {
  const { workspace } = device;
  const own = workspace.user_id;
  const { engine } = scriptedOffice(() => ({ id: own, weekly: [], days_off, version: 1 }));
  const profile = { user_id: own, provider_id: own, auth: '2', grants: [], services: [SLP, OT] };
  const signedIn = { profile, workspace, engine };
  const onClose = vi.fn();
  const ofOwn = [...students.values()].map((one): [string, Student] => [
    one.id,
    { ...one, providers: [workspace.user_id] },
  ]);
  const ownLookups = { ...lookups, students: new Map(ofOwn) };
  render(
    <SignedInContext value={signedIn as unknown as SignedInDevice}>
      <SessionForm
        initial={{
          ...emptyValues({ provider: workspace.user_id, day: DAY, today: DAY, now: '10:30' }),
          ...changes,
        }}
        session={null}
        lookups={ownLookups}
        linkTo={(_, content) => content}
        onClose={onClose}
      />
    </SignedInContext>,
  );
  const form = await screen.findByRole('form', { name: 'New session' });
  return { form, onClose, user: userEvent.setup() };
}

function saved(): Promise<LocalSession[]> {
  return sessionsOfProvider(device.db, device.workspace.user_id, DAY, DAY);
}

async function choose(user: ReturnType<typeof userEvent.setup>, form: HTMLElement, name: string) {
  await user.click(within(form).getByLabelText('Students'));
  await user.click(await screen.findByRole('option', { name: new RegExp(name) }));
  await user.keyboard('{Escape}');
}

describe('the session form', () => {
  test('warns on a day off, and saves all the same', async () => {
    const { form, user, onClose } = await open({}, [
      { start_date: DAY, end_date: DAY, reason: 'Conference' },
    ]);
    await choose(user, form, 'Maya Rivera');
    await screen.findByText(/^You're off on .* \(Conference\)\./);
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(await saved()).toHaveLength(1);
  });

  test('shows what is missing at its fields, and saves nothing', async () => {
    const { form, user } = await open();
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    expect(await within(form).findByText('Choose at least one student.')).toBeDefined();
    expect(within(form).getByText('Choose a service.')).toBeDefined();
    const field = within(form).getByLabelText('Students');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field);
    expect(await saved()).toEqual([]);
  });

  test('fills in what the student implies, and saves', async () => {
    const { form, user, onClose } = await open();
    await choose(user, form, 'Maya Rivera');
    expect((within(form).getByLabelText('Service') as HTMLSelectElement).value).toBe(SLP);
    expect((within(form).getByLabelText('Duration (minutes)') as HTMLInputElement).value).toBe('40');
    expect((within(form).getByLabelText('Location') as HTMLSelectElement).value).toBe('7');
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(await saved()).toMatchObject([
      { student_ids: [MAYA], service: SLP, location: '7', scheduled_minutes: 40, setting: 'individual' },
    ]);
  });

  test('becomes a group with a second student', async () => {
    const { form, user, onClose } = await open();
    await choose(user, form, 'Maya Rivera');
    await choose(user, form, 'Leo Stein');
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(await saved()).toMatchObject([{ student_ids: [MAYA, LEO], setting: 'group' }]);
  });

  async function lasting(user: ReturnType<typeof userEvent.setup>, form: HTMLElement, typed: string) {
    const minutes = within(form).getByLabelText('Duration (minutes)');
    await user.clear(minutes);
    await user.type(minutes, typed);
  }

  test('asks for the reason as soon as the duration differs from the plan', async () => {
    const planned = { calendar_event_id: randomUUID(), scheduled_minutes: 40, actual_minutes: 40 };
    const { form, user, onClose } = await open({ ...planned, student_ids: [MAYA], service: SLP });
    expect(within(form).queryByLabelText('Reason for the change')).toBeNull();
    await lasting(user, form, '25');
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    expect(await within(form).findByText('Enter a reason for the changed duration.')).toBeDefined();
    expect(await saved()).toEqual([]);

    await user.type(within(form).getByLabelText('Reason for the change'), 'Fire drill');
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(await saved()).toMatchObject([
      { scheduled_minutes: 40, actual_minutes: 25, duration_reason: 'Fire drill', changeDuration: true },
    ]);
  });

  test('asks for no reason if nothing was planned: the actual length counts as scheduled', async () => {
    const { form, user, onClose } = await open();
    await choose(user, form, 'Maya Rivera');
    await lasting(user, form, '45');
    expect(within(form).queryByLabelText('Reason for the change')).toBeNull();
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(await saved()).toMatchObject([
      { scheduled_minutes: 45, actual_minutes: 45, changeDuration: false, approval_request: 'none' },
    ]);
  });

  test('keeps typed minutes when the service is chosen later', async () => {
    const { form, user } = await open();
    await lasting(user, form, '50');
    await choose(user, form, 'Maya Rivera');
    expect((within(form).getByLabelText('Duration (minutes)') as HTMLInputElement).value).toBe('50');
  });

  test('keeps a typed duration that is also the usual one', async () => {
    const { form, user } = await open();
    await lasting(user, form, '30');
    await choose(user, form, 'Maya Rivera');
    expect((within(form).getByLabelText('Duration (minutes)') as HTMLInputElement).value).toBe('30');
  });

  test('leaves an emptied duration empty until minutes are typed', async () => {
    const { form, user } = await open();
    const minutes = within(form).getByLabelText('Duration (minutes)') as HTMLInputElement;
    await user.clear(minutes);
    await choose(user, form, 'Maya Rivera');
    expect(minutes.value).toBe('');
    await user.type(minutes, '25');
    expect(minutes.value).toBe('25');
  });

  const more = (form: HTMLElement) => form.querySelector('details') as HTMLDetailsElement;

  test('collapses what the student implies, and summarizes it', async () => {
    const { form, user } = await open();
    expect(more(form).open).toBe(false);
    await choose(user, form, 'Maya Rivera');
    expect(more(form).open).toBe(false);
    expect(more(form).querySelector('summary')?.textContent).toContain('Spe · Oak School · Individual');
    expect(more(form).contains(within(form).getByRole('radiogroup', { name: 'Attendance' }))).toBe(false);
  });

  test('opens "More" if a service must be chosen', async () => {
    const { form, user } = await open();
    await choose(user, form, 'Leo Stein');
    await waitFor(() => expect(more(form).open).toBe(true));
  });

  test('opens "More" on a field with an error, and leads there', async () => {
    const { form, user } = await open({ student_ids: [MAYA], service: SLP });
    const summary = more(form).querySelector('summary') as HTMLElement;
    await user.click(summary);
    const indirect = within(form).getByLabelText('Indirect (minutes)');
    await user.clear(indirect);
    await user.type(indirect, '45');
    await user.click(summary);
    expect(more(form).open).toBe(false);
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    expect(await within(form).findByText('Enter no more than the duration.')).toBeDefined();
    expect(more(form).open).toBe(true);
    expect(document.activeElement).toBe(within(form).getByLabelText('Indirect (minutes)'));
    await user.click(summary);
    expect(more(form).open).toBe(false);
    expect(summary.textContent).toContain('1 error');
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(more(form).open).toBe(true));
    expect(document.activeElement).toBe(within(form).getByLabelText('Indirect (minutes)'));
  });

  test('says when a session ends only if that is on its day', async () => {
    const { form, user } = await open({ student_ids: [MAYA], service: SLP });
    expect(within(form).getByText(/^Until /)).toBeDefined();
    const minutes = within(form).getByLabelText('Duration (minutes)');
    await user.clear(minutes);
    await user.type(minutes, '999');
    expect(within(form).queryByText(/^Until /)).toBeNull();
    await user.clear(minutes);
    await user.type(minutes, '0');
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(minutes.getAttribute('aria-invalid')).toBe('true'));
    expect(within(form).queryByText(/^Until /)).toBeNull();
  });

  test('shows typed minutes within their event, and when the session ends after it', async () => {
    const { form } = await open({ student_ids: [MAYA], service: SLP });
    const minutes = within(form).getByLabelText('Duration (minutes)') as HTMLInputElement;
    const until = within(form).getByText(/^Until /);
    const before = until.textContent;
    // As in a browser: nothing waits until all that follows is rendered.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(minutes, '55');
    minutes.dispatchEvent(new Event('input', { bubbles: true }));
    expect(minutes.value).toBe('55');
    expect(until.textContent).toBe(before);
    await expect.poll(() => until.textContent).toBe('Until 10:55 AM');
  });

  test("says at whose school a group meets if the students' schools differ", async () => {
    const { form, user } = await open();
    await choose(user, form, 'Maya Rivera');
    await choose(user, form, 'Leo Stein');
    expect(within(form).queryByText(/^Location: /)).toBeNull();
    await choose(user, form, 'Noa Weiss');
    const words = "Location: Oak School, Maya R.'s school. You can change it under More.";
    expect(within(form).getByText(words)).toBeDefined();
    await user.selectOptions(within(form).getByLabelText('Location'), '8');
    expect(within(form).getByText(/^Location: Ash School, Noa W/)).toBeDefined();
    await user.selectOptions(within(form).getByLabelText('Location'), '');
    expect(within(form).queryByText(/^Location: /)).toBeNull();
  });

  test('asks for student, attendance, date, start, duration and notes, in this order, and folds the rest', async () => {
    const { form } = await open();
    const controls = [
      within(form).getByLabelText('Students'),
      within(form).getByRole('radiogroup', { name: 'Attendance' }),
      ...['Date', 'Start time', 'Duration (minutes)', 'Notes'].map((label) =>
        within(form).getByLabelText(label),
      ),
      more(form),
    ];
    const inOrder = controls.toSorted((a, b) =>
      a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    );
    expect(inOrder).toEqual(controls);
    for (const label of ['Service', 'Location', 'Indirect (minutes)']) {
      expect(more(form).contains(within(form).getByLabelText(label))).toBe(true);
    }
  });

  const chipsOf = (form: HTMLElement) =>
    within(within(form).getByRole('radiogroup', { name: 'Attendance' }))
      .getAllByRole('radio')
      .map((chip) => chip.textContent);

  test('takes the usual attendance with one tap', async () => {
    const { form, user, onClose } = await open({ student_ids: [MAYA], service: SLP });
    expect(chipsOf(form)).toEqual(['Delivered', 'Absent', 'Refused']);
    expect(within(form).getByRole('radio', { name: 'Delivered' })).toHaveProperty('ariaChecked', 'true');
    await user.click(within(form).getByRole('radio', { name: 'Student absent' }));
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(await saved()).toMatchObject([{ attendance: 'student-absent' }]);
  });

  test('offers the other attendance codes behind "More", by keyboard too', async () => {
    const { form, user, onClose } = await open({ student_ids: [MAYA], service: SLP });
    within(form).getByRole('radio', { name: 'Delivered' }).focus();
    await user.tab();
    expect(document.activeElement?.textContent).toBe('More');
    await user.keyboard('{Enter}');
    const noShow = within(form).getByRole('radio', { name: 'No show' });
    expect(document.activeElement).toBe(noShow);
    expect(chipsOf(form)).toHaveLength(9);
    expect(within(form).queryByRole('button', { name: 'More attendance codes' })).toBeNull();
    await user.keyboard(' ');
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(await saved()).toMatchObject([{ attendance: 'no-show' }]);
  });

  test('shows an unusual attendance that is chosen beside the usual ones', async () => {
    const { form } = await open({ student_ids: [MAYA], service: SLP, attendance: 'make-up' });
    expect(chipsOf(form)).toEqual(['Delivered', 'Absent', 'Refused', 'Makeup']);
    expect(within(form).getByRole('radio', { name: 'Makeup' })).toHaveProperty('ariaChecked', 'true');
  });

  test.each<[string, Partial<SessionValues>]>([
    ['remote', { modality: 'remote' }],
    ['a consult', { setting: 'consult' }],
    ['partly indirect', { indirect_minutes: 10 }],
    ['held at another school', { location: '8' }],
  ])('opens "More" for a session that is %s', async (_, changes) => {
    const { form } = await open({ student_ids: [MAYA], service: SLP, ...changes });
    expect(more(form).open).toBe(true);
  });

  test('keeps "More" closed for a plan at another school, and once it was closed by hand', async () => {
    const planned = { calendar_event_id: randomUUID(), location: '8' };
    const { form } = await open({ student_ids: [MAYA], service: SLP, ...planned });
    expect(more(form).open).toBe(false);
    cleanup();
    const remote = await open({ student_ids: [MAYA], service: SLP, modality: 'remote' });
    await remote.user.click(more(remote.form).querySelector('summary') as HTMLElement);
    await remote.user.type(within(remote.form).getByLabelText('Notes'), 'Video call');
    expect(more(remote.form).open).toBe(false);
  });

  test('folds everything again for the next session', async () => {
    const { form, user } = await open({ student_ids: [MAYA], service: SLP });
    await user.click(more(form).querySelector('summary') as HTMLElement);
    await user.click(within(form).getByRole('button', { name: 'More attendance codes' }));
    await user.click(within(form).getByRole('button', { name: 'Save & Add' }));
    await waitFor(async () => expect(await saved()).toHaveLength(1));
    await waitFor(() => expect(more(form).open).toBe(false));
    expect(within(form).getByRole('button', { name: 'More attendance codes' })).toBeDefined();
    expect(document.activeElement).toBe(within(form).getByLabelText('Students'));
  });

  test('asks before saving a session of twelve hours', async () => {
    const { form, user, onClose } = await open({ student_ids: [MAYA], service: SLP, start_time: '08:00' });
    await lasting(user, form, '720');
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    const question = await screen.findByRole('alertdialog', { name: 'Confirmation - Long session' });
    expect(question.textContent).toContain('12 h');
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(await saved()).toEqual([]);

    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByRole('button', { name: 'CONFIRM' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(await saved()).toMatchObject([{ actual_minutes: 720 }]);
  });

  test("says that times are Pacific if the device's clock isn't", async () => {
    const here = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions');
    here.mockReturnValue({ timeZone: 'America/New_York' } as Intl.ResolvedDateTimeFormatOptions);
    expect(within((await open()).form).getByText('Pacific time')).toBeDefined();
    cleanup();
    here.mockReturnValue({ timeZone: 'America/Los_Angeles' } as Intl.ResolvedDateTimeFormatOptions);
    expect(within((await open()).form).queryByText('Pacific time')).toBeNull();
    here.mockRestore();
  });

  test(`offers the provider's schools first, and never "Break"`, async () => {
    const { form } = await open();
    const groups = [...within(form).getByLabelText('Location').querySelectorAll('optgroup')].map((group) => [
      group.label,
      ...[...group.querySelectorAll('option')].map(({ text }) => text),
    ]);
    expect(groups).toEqual([
      ['Your schools', 'Ash School', 'Oak School'],
      ['Other locations', 'Elm School'],
    ]);
  });

  test('starts the next session where this one ended', async () => {
    const { form, user, onClose } = await open();
    await choose(user, form, 'Maya Rivera');
    await user.click(within(form).getByRole('button', { name: 'Save & Add' }));
    await waitFor(async () => expect(await saved()).toHaveLength(1));
    await waitFor(() =>
      expect((within(form).getByLabelText('Start time') as HTMLInputElement).value).toBe('10:40'),
    );
    expect(within(form).queryByRole('button', { name: 'Remove Maya Rivera' })).toBeNull();
    expect(
      await within(form).findByText(/^Session saved on this device: Maya Rivera, 10:00 AM\.$/),
    ).toBeDefined();
    expect(onClose).not.toHaveBeenCalled();
  });

  test('takes a message away as soon as something is typed below it', async () => {
    const { form, user } = await open();
    act(() => void toast.success('All changes synced'));
    expect(toast.getToasts()).toHaveLength(1);
    await user.type(within(form).getByLabelText('Notes'), 'H');
    expect(toast.getToasts()).toEqual([]);
  });

  test.each([
    { name: 'QuotaExceededError', says: 'Not saved: this device is out of space.' },
    { name: 'UnknownError', says: "Not saved: this device can't save anything right now." },
    { name: 'Error', says: 'Not saved: The disk is gone. Your entry stays here.' },
  ])('stays open with its contents on $name, and the next save works', async ({ name, says }) => {
    const { form, user, onClose } = await open();
    await choose(user, form, 'Maya Rivera');
    let isBroken = true;
    device.db.outbox.hook('creating', () => {
      if (isBroken) throw Object.assign(new Error('The disk is gone.'), { name });
    });
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    const alert = await within(form).findByRole('alert', {}, { timeout: 5_000 });
    expect(alert.textContent).toContain(says);
    expect(within(form).getByRole('button', { name: 'Remove Maya Rivera' })).toBeDefined();
    expect(onClose).not.toHaveBeenCalled();
    expect(await saved()).toEqual([]);

    isBroken = false;
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(within(form).queryByRole('alert')).toBeNull();
    expect(await saved()).toHaveLength(1);
  });

  test("is saved even if its draft can't be deleted", async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { form, user, onClose } = await open();
    await choose(user, form, 'Maya Rivera');
    await waitFor(async () => expect(await draftOf(device.db, DRAFT)).not.toBeNull());
    device.db.drafts.hook('deleting', () => {
      throw new Error('The disk is gone.');
    });
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(await saved()).toHaveLength(1);
    warn.mockRestore();
  });

  test('restores what was typed before a reload', async () => {
    const { form, user } = await open();
    await user.type(within(form).getByLabelText('Notes'), 'Half a thought');
    await waitFor(async () =>
      expect(await draftOf(device.db, DRAFT)).toMatchObject({ values: { notes: 'Half a thought' } }),
    );
    cleanup();
    const reopened = await open();
    const notes = within(reopened.form).getByLabelText('Notes') as HTMLTextAreaElement;
    await waitFor(() => expect(notes.value).toBe('Half a thought'));

    await user.click(within(reopened.form).getByRole('button', { name: 'Discard draft' }));
    await waitFor(() => expect(notes.value).toBe(''));
    await waitFor(async () => expect(await draftOf(device.db, DRAFT)).toBeNull());
  });

  test('leaves no draft of what was saved, even if it was a restored one', async () => {
    const { form, user } = await open();
    await choose(user, form, 'Maya Rivera');
    await user.type(within(form).getByLabelText('Notes'), 'Half a thought');
    await waitFor(async () =>
      expect(await draftOf(device.db, DRAFT)).toMatchObject({ values: { notes: 'Half a thought' } }),
    );
    cleanup();
    const reopened = await open();
    const notes = within(reopened.form).getByLabelText('Notes') as HTMLTextAreaElement;
    await waitFor(() => expect(notes.value).toBe('Half a thought'));
    await user.click(within(reopened.form).getByRole('button', { name: 'Save & Add' }));
    await waitFor(async () => expect(await saved()).toHaveLength(1));
    await waitFor(() => expect(notes.value).toBe(''));
    // Long enough for whatever draft was on its way.
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(await draftOf(device.db, DRAFT)).toBeNull();
  });

  test('asks before discarding what was entered', async () => {
    const { form, user, onClose } = await open();
    await user.type(within(form).getByLabelText('Notes'), 'Something');
    await user.click(within(form).getByRole('button', { name: 'Cancel' }));
    const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    await user.click(within(question).getByRole('button', { name: 'Stay' }));
    expect(onClose).not.toHaveBeenCalled();
    await user.click(within(form).getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    expect(onClose).toHaveBeenCalled();
    await waitFor(async () => expect(await draftOf(device.db, DRAFT)).toBeNull());
  });

  test('closes at once when nothing was entered', async () => {
    const { form, user, onClose } = await open();
    await user.click(within(form).getByRole('button', { name: 'Cancel' }));
    expect(onClose).toHaveBeenCalled();
  });
});
