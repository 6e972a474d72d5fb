import { describe, expect, test } from 'vitest';
import { lookupWords, mayBeCommon } from '#domain/students/code-words.ts';

describe('the words of a code', () => {
  test('are looked up without those that most descriptions have', () => {
    expect(lookupWords('Burn of left hand, initial encounter')).toEqual(['burn', 'hand']);
    expect(['un', 'left', 'i'].map(mayBeCommon)).toEqual([true, true, true]);
    expect(['burn', 'lefts', 'f8'].map(mayBeCommon)).toEqual([false, false, false]);
  });
});
