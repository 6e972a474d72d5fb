import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draftOf } from '#db/drafts.ts';
import { type DraftState, draftStore } from '#screens/device/draft-store.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';

let device: TestDevice;
beforeEach(async () => {
  device = await openDevice();
});
afterEach(() => device.close());

test('the first keystroke is encrypted immediately; of later ones during that time only the newest', async () => {
  const stored = vi.spyOn(device.db.drafts, 'put');
  const keep = draftStore(device.db, 'lunch|new');
  const kept = [keep({ notes: 'a' }), keep({ notes: 'ab' }), keep({ notes: 'abc' })];
  await Promise.all(kept);
  expect(await draftOf(device.db, 'lunch|new')).toEqual({ notes: 'abc' });
  expect(stored).toHaveBeenCalledTimes(2);
});

test('a saved draft is not encrypted again, unless it was dropped in between', async () => {
  const stored = vi.spyOn(device.db.drafts, 'put');
  const keep = draftStore(device.db, 'lunch|new');
  await keep({ notes: 'a' });
  await keep({ notes: 'a' });
  expect(stored).toHaveBeenCalledTimes(1);
  await keep(null);
  await keep({ notes: 'a' });
  expect(await draftOf(device.db, 'lunch|new')).toEqual({ notes: 'a' });
});

test('a saved form leaves no draft behind, even one in flight', async () => {
  const keep = draftStore(device.db, 'lunch|new');
  void keep({ notes: 'a' });
  void keep({ notes: 'ab' });
  await keep(null);
  expect(await draftOf(device.db, 'lunch|new')).toBeNull();
});

test('reports a full disk, and saves the draft once there is space', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const states: DraftState[] = [];
  const keep = draftStore(device.db, 'lunch|new', (state) => states.push(state));
  vi.spyOn(device.db.drafts, 'put').mockRejectedValueOnce(new DOMException('Full.', 'QuotaExceededError'));
  await keep({ notes: 'a' });
  expect(warned).toHaveBeenCalledWith('A draft was not kept.', expect.any(DOMException));
  warned.mockRestore();
  await keep({ notes: 'a' });
  expect(await draftOf(device.db, 'lunch|new')).toEqual({ notes: 'a' });
  expect(states).toEqual(['keeping', 'not-kept', 'keeping', 'kept']);
});
