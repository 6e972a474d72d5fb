import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ERROR_ROWS } from '#tests/e2e/error-rows.ts';
import { cellOf, ERROR_STATES, isShown, type Situation, STATES } from '#tests/e2e/error-states.ts';

const storiesOf = (file: string) => readFileSync(path.resolve('tests/e2e', file), 'utf8');

/** The text of a step, whose beginning is given. */
function stepOf(story: string, step: string): string | undefined {
  const [, found] = storiesOf(story).split(new RegExp(`test\\.step\\(\\s*['"\`]${step}`));
  return found?.split('test.step(')[0];
}

test.each(ERROR_ROWS)('a story provokes "$situation"', ({ words, story, step }) => {
  const text = stepOf(story, step);
  expect(text, `the step "${step}" of ${story}`).toBeDefined();
  for (const said of words) {
    // What differs is in the story's own words.
    const [constant = ''] = said.split('…');
    expect(text).toContain(constant);
  }
});

describe('in every state', () => {
  test('each row of the catalogue says what shows', () => {
    expect(Object.keys(ERROR_STATES)).toEqual(ERROR_ROWS.map(({ situation }) => situation));
  });

  const cells = (Object.keys(ERROR_STATES) as Situation[]).flatMap((situation) =>
    [...STATES, 'offlineWithoutWorker' as const].flatMap((state) => {
      const cell = cellOf(situation, state);
      return cell === undefined ? [] : [{ situation, state, cell }];
    }),
  );

  test.each(cells)(
    '"$situation", $state: a story shows it, or a reason says why not',
    ({ situation, cell }) => {
      if ('because' in cell) return expect(cell.because.length).toBeGreaterThan(20);
      if (isShown(cell)) {
        const act = `'${situation}': `;
        return expect(storiesOf('error-states.spec.ts'), 'its act').toContain(act);
      }
      const text = stepOf(cell.story, cell.step);
      expect(text, `the step "${cell.step}" of ${cell.story}`).toBeDefined();
      for (const said of cell.words) expect(text).toContain(said);
    },
  );
});
