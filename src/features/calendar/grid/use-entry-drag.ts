import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { dayPlus } from '#domain/time/pacific.ts';
import { type Entry, isMovable } from '../calendar-entries.ts';
import {
  type Drag,
  dayAt,
  movedTo,
  type Place,
  placeOf,
  STEPS,
  scrollAlong,
  stretched,
} from './entry-places.ts';
import { LEAST_PX, minutesOf, snapped } from './grid-measures.ts';

/** How long a finger must rest to pick up an entry, in ms; moving earlier scrolls. */
const LONG_PRESS_MS = 350;
/** Pointer movement below this is a click, in px. */
const STRAY_PX = 5;

interface DragOptions {
  frame: RefObject<HTMLElement | null>;
  mayMove: (entry: Entry) => boolean;
  onDrop: (entry: Entry, place: Place) => void;
}

/** For each entry of the grid. */
export interface DragHandlers {
  onPress: (event: PointerEvent<HTMLElement>, entry: Entry) => void;
  /** @returns whether the key belonged to a move */
  onKey: (event: KeyboardEvent<HTMLElement>, entry: Entry) => boolean;
  onKeyUp: (event: KeyboardEvent<HTMLElement>) => void;
  onBlur: () => void;
  /** Whether the last press moved something: then it opens nothing. */
  endedMove: () => boolean;
}

/**
 * Moves and resizes entries by mouse, finger, and keyboard, in steps of a quarter of an hour. Days are read
 * from the `data-day` below the pointer, among those of the entry's provider.
 */
export function useEntryDrag({ frame, mayMove, onDrop }: DragOptions): {
  drag: Drag | null;
  handlers: DragHandlers;
} {
  const [drag, setDrag] = useState<Drag | null>(null);
  const latest = useRef({ mayMove, onDrop });
  useEffect(() => {
    latest.current = { mayMove, onDrop };
  });
  const mover = useMemo(
    () =>
      createMover(frame, setDrag, {
        mayMove: (entry) => latest.current.mayMove(entry),
        onDrop: (entry, place) => latest.current.onDrop(entry, place),
      }),
    [frame],
  );
  useEffect(() => {
    const element = frame.current;
    // Only a listener added before the touch can prevent scrolling.
    const keepStill = (event: TouchEvent) => {
      if (mover.isUnderWay() && event.cancelable) event.preventDefault();
    };
    element?.addEventListener('touchmove', keepStill, { passive: false });
    return () => {
      element?.removeEventListener('touchmove', keepStill);
      mover.cancel();
    };
  }, [frame, mover]);
  return { drag, handlers: mover };
}

function createMover(
  frame: RefObject<HTMLElement | null>,
  show: (drag: Drag | null) => void,
  { mayMove, onDrop }: Pick<DragOptions, 'mayMove' | 'onDrop'>,
) {
  let current: Drag | null = null;
  let byKeys = false;
  let movedAt = Number.NEGATIVE_INFINITY;
  let stopListening = () => {};

  const put = (next: Drag | null) => {
    current = next;
    show(next);
  };
  const cancel = () => {
    stopListening();
    byKeys = false;
    if (current !== null) put(null);
  };
  const drop = () => {
    const dropped = current;
    cancel();
    if (dropped === null) return;
    const { entry, day, start, minutes } = dropped;
    const isSame = day === entry.day && start === entry.start && minutes === entry.end - entry.start;
    if (!isSame) onDrop(entry, { day, start, minutes });
  };

  const begin = (entry: Entry) => put({ entry, ...placeOf(entry) });

  const onPress = (event: PointerEvent<HTMLElement>, entry: Entry) => {
    if (event.button !== 0 || !isMovable(entry) || !mayMove(entry)) return;
    const element = event.currentTarget;
    const box = element.getBoundingClientRect();
    const isTouch = event.pointerType === 'touch';
    const handle = Math.min(isTouch ? 16 : 8, box.height / 3);
    const stretches = event.clientY > box.bottom - handle && box.height >= LEAST_PX;
    const from = { x: event.clientX, y: event.clientY };
    const grabbed = minutesOf(event.clientY - box.top);
    const { pointerId } = event;
    const timer = isTouch
      ? setTimeout(() => {
          begin(entry);
          navigator.vibrate?.(10);
        }, LONG_PRESS_MS)
      : undefined;

    const follow = (moved: globalThis.PointerEvent) => {
      if (moved.pointerId !== pointerId) return;
      const hasStrayed = Math.hypot(moved.clientX - from.x, moved.clientY - from.y) > STRAY_PX;
      if (current === null) {
        if (!hasStrayed) return;
        // The finger is scrolling.
        if (isTouch) return cancel();
        begin(entry);
      }
      moved.preventDefault();
      scrollAlong(frame.current, moved.clientY);
      const at = dayAt(frame.current, entry, moved.clientX);
      if (at === null || current === null) return;
      const pointed = minutesOf(moved.clientY - at.top);
      put(
        stretches
          ? stretched(current, snapped(pointed) - current.start)
          : movedTo(current, at.day, snapped(pointed - grabbed)),
      );
    };
    const end = (ended: globalThis.PointerEvent) => {
      if (ended.pointerId !== pointerId) return;
      if (current !== null) movedAt = ended.timeStamp;
      if (ended.type === 'pointerup') drop();
      else cancel();
    };
    const onEscape = (pressed: globalThis.KeyboardEvent) => {
      if (pressed.key !== 'Escape' || current === null) return;
      pressed.preventDefault();
      pressed.stopPropagation();
      cancel();
      // The release afterwards opens nothing either.
      window.addEventListener('pointerup', (released) => (movedAt = released.timeStamp), { once: true });
    };
    // A long press would open the browser's context menu.
    const noMenu = (asked: Event) => isTouch && asked.preventDefault();
    stopListening();
    window.addEventListener('pointermove', follow);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
    window.addEventListener('keydown', onEscape, true);
    window.addEventListener('contextmenu', noMenu);
    stopListening = () => {
      clearTimeout(timer);
      window.removeEventListener('pointermove', follow);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
      window.removeEventListener('keydown', onEscape, true);
      window.removeEventListener('contextmenu', noMenu);
      stopListening = () => {};
    };
  };

  const onKey = (event: KeyboardEvent<HTMLElement>, entry: Entry): boolean => {
    if (event.key === 'Escape' && byKeys) {
      cancel();
      return true;
    }
    const step = STEPS[event.key];
    if (!event.altKey || step === undefined || !isMovable(entry) || !mayMove(entry)) return false;
    const at: Drag = byKeys && current?.entry.key === entry.key ? current : { entry, ...placeOf(entry) };
    byKeys = true;
    put(
      event.shiftKey
        ? stretched(at, at.minutes + step.minutes)
        : movedTo(at, dayPlus(at.day, step.days), at.start + step.minutes),
    );
    return true;
  };

  return {
    onPress,
    onKey,
    onKeyUp: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key !== 'Alt' || !byKeys) return;
      // Otherwise the browser's menu takes the focus.
      event.preventDefault();
      drop();
    },
    onBlur: () => {
      if (byKeys) cancel();
    },
    endedMove: () => performance.now() - movedAt < 300,
    isUnderWay: () => current !== null,
    cancel,
  };
}
