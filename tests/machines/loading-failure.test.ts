import { describe, expect, test, vi } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { loadingFailureMachine, RELOAD_AFTER_MS } from '#machines/loading-failure.ts';

function show({ mustWait = (): boolean => false, hasJustReloaded = (): boolean => false } = {}) {
  const reload = vi.fn();
  const clock = new SimulatedClock();
  const guards = { mustWait, hasJustReloaded };
  const actor = createActor(loadingFailureMachine.provide({ actions: { reload }, guards }), {
    clock,
  }).start();
  return { reload, clock, actor };
}

describe('when part of the app could not be loaded, the page', () => {
  test('reloads automatically after 10,000 ms', () => {
    const { reload, clock } = show();
    clock.increment(9_999);
    expect(reload).not.toHaveBeenCalled();
    clock.increment(1);
    expect(reload).toHaveBeenCalledOnce();
  });

  test('reloads immediately on request, and only once', () => {
    const { reload, clock, actor } = show();
    actor.send({ type: 'reload.asked' });
    expect(reload).toHaveBeenCalledOnce();
    clock.increment(RELOAD_AFTER_MS);
    expect(reload).toHaveBeenCalledOnce();
  });

  test('never reloads under unsaved changes or offline, and does once that is over', () => {
    let isBlocked = true;
    const { reload, clock, actor } = show({ mustWait: () => isBlocked });
    expect(actor.getSnapshot().value).toBe('held');
    for (let turn = 0; turn < 6; turn += 1) clock.increment(RELOAD_AFTER_MS);
    expect(reload).not.toHaveBeenCalled();
    isBlocked = false;
    clock.increment(RELOAD_AFTER_MS);
    expect(reload).toHaveBeenCalledOnce();
  });

  test('holds back if it goes offline while it counts down', () => {
    let isBlocked = false;
    const { reload, clock, actor } = show({ mustWait: () => isBlocked });
    isBlocked = true;
    clock.increment(RELOAD_AFTER_MS);
    expect([actor.getSnapshot().value, reload.mock.calls.length]).toEqual(['held', 0]);
  });

  test('never reloads in a loop: after a reload that did not help, only on request', () => {
    const { reload, clock, actor } = show({ hasJustReloaded: () => true });
    clock.increment(60 * RELOAD_AFTER_MS);
    expect(reload).not.toHaveBeenCalled();
    actor.send({ type: 'reload.asked' });
    expect(reload).toHaveBeenCalledOnce();
  });
});
