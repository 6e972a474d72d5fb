import { describe, expect, test, vi } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { loadingFailureMachine, RELOAD_AFTER_MS } from '#machines/loading-failure.ts';

function show() {
  const reload = vi.fn();
  const clock = new SimulatedClock();
  const actor = createActor(loadingFailureMachine.provide({ actions: { reload } }), { clock }).start();
  return { reload, clock, actor };
}

describe('when part of the app could not be loaded, the page', () => {
  test('reloads automatically after ten seconds', () => {
    const { reload, clock } = show();
    clock.increment(RELOAD_AFTER_MS - 1);
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
});
