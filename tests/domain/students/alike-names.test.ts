import { describe, expect, test } from 'vitest';
import { likeness } from '#domain/students/alike-names.ts';

function named(name: string) {
  const [first_name = '', last_name = ''] = name.split(' ');
  return { first_name, last_name };
}

describe('two names', () => {
  test.each([
    ['Maya Rivera', 'Maya Rivera', 'same'],
    ['maya RIVERA', 'Maya Rivera', 'same'],
    ['José Núñez', 'Jose Nunez', 'same'],
    ['Rivera Maya', 'Maya Rivera', 'same'],
    ['Ana-Lucia Ortiz', 'Analucia Ortiz', 'same'],
    ['Jon Smith', 'John Smyth', 'sound'],
    ['Kathryn Lee', 'Catherine Lee', 'sound'],
    ['Maya Rivera', 'Maya Rivra', 'sound'],
    ['Maya Rivera', 'Maya Rivepa', 'typing'],
    ['Martin Okafor', 'Matrin Okafor', 'typing'],
    ['Christopher Delgado', 'Christofer Delgaro', 'typing'],
  ])('%s and %s are alike: %s', (one, other, alike) => {
    expect(likeness(named(one), named(other))).toBe(alike);
    expect(likeness(named(other), named(one))).toBe(alike);
  });

  test.each([
    ['Maya Rivera', 'Maya Ortiz'],
    ['Maya Rivera', 'Noor Rivera'],
    ['Leo Chan', 'Lua Chan'],
    ['Ben Ito', 'Ian Ito'],
    ['Maya Rivera', ' '],
  ])('%s and %s are not alike', (one, other) => {
    expect(likeness(named(one), named(other))).toBeNull();
  });

  test('an incomplete name is like no one', () => {
    expect(likeness({ first_name: 'Maya', last_name: '' }, { first_name: 'Maya', last_name: '' })).toBeNull();
  });
});
