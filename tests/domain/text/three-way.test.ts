import { describe, expect, test } from 'vitest';
import { mergeChanges } from '#domain/text/three-way.ts';

const base = { name: 'Copperline', phone: '', services: ['speech', 'ot'], contacts: [{ name: 'Ana' }] };

describe('two changes of what a form holds', () => {
  test('keep what only one side changed', () => {
    const merged = mergeChanges(base, { ...base, name: 'Copper Line' }, { ...base, phone: '555 0100' });
    expect(merged.values).toEqual({ ...base, name: 'Copper Line', phone: '555 0100' });
    expect(merged.conflicts).toEqual([]);
    expect(merged.taken).toEqual([{ field: 'phone', base: '', mine: '', theirs: '555 0100' }]);
  });

  test('ask about a field that both changed differently, and hold mine until then', () => {
    const merged = mergeChanges(base, { ...base, name: 'Copper Line' }, { ...base, name: 'Copperline USD' });
    expect(merged.values.name).toBe('Copper Line');
    expect(merged.conflicts).toEqual([
      { field: 'name', base: 'Copperline', mine: 'Copper Line', theirs: 'Copperline USD' },
    ]);
    expect(merged.taken).toEqual([]);
  });

  test('ask nothing if both changed a field to the same value', () => {
    const both = { ...base, phone: '555 0100' };
    expect(mergeChanges(base, both, both)).toEqual({ values: both, conflicts: [], taken: [] });
  });

  test('ask if one side emptied what the other changed', () => {
    const { conflicts } = mergeChanges(base, { ...base, name: '' }, { ...base, name: 'Copper Line' });
    expect(conflicts.map(({ field }) => field)).toEqual(['name']);
  });

  test('put the members of a list together', () => {
    const merged = mergeChanges(
      base,
      { ...base, services: ['speech', 'ot', 'pt'] },
      { ...base, services: ['ot', 'psych'] },
    );
    expect(merged.values.services).toEqual(['ot', 'psych', 'pt']);
    expect(merged.conflicts).toEqual([]);
    expect(merged.taken.map(({ field }) => field)).toEqual(['services']);
  });

  test('ask about a list of records as a whole', () => {
    const { values, conflicts } = mergeChanges(
      base,
      { ...base, contacts: [{ name: 'Ana Ruiz' }] },
      { ...base, contacts: [{ name: 'Ana' }, { name: 'Ben' }] },
    );
    expect(values.contacts).toEqual([{ name: 'Ana Ruiz' }]);
    expect(conflicts.map(({ field }) => field)).toEqual(['contacts']);
  });
});
