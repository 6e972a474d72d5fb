import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ERROR_ROWS } from '#tests/e2e/error-rows.ts';

const storiesOf = (file: string) => readFileSync(path.resolve('tests/e2e', file), 'utf8');

test.each(ERROR_ROWS)('a story provokes "$situation"', ({ words, story, step }) => {
  const [, found] = storiesOf(story).split(new RegExp(`test\\.step\\(\\s*['"\`]${step}`));
  expect(found, `the step "${step}" of ${story}`).toBeDefined();
  const text = found?.split('test.step(')[0];
  for (const said of words) {
    // What differs is in the story's own words.
    const [constant = ''] = said.split('…');
    expect(text).toContain(constant);
  }
});
