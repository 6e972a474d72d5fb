import { expect, test } from 'vitest';
import { amendmentOf } from '#domain/notes/amendment.ts';

test('says when the amendment was added', () => {
  expect(amendmentOf(' Sam asked for help twice.\n', '2026-03-10')).toBe(
    'Amendment 03/10/2026: Sam asked for help twice.',
  );
});
