import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { codesNamed, countCodes, searchCodes } from '#db/soap-options.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { type GivenCode, pullCodes } from '#tests/support/pulled-codes.ts';

const SPEECH = '019a0000-0000-7000-8000-00000000000a';
const MOTOR = '019a0000-0000-7000-8000-00000000000b';

let device: TestDevice;
beforeEach(async () => {
  device = await openDevice();
});
afterEach(() => device.close());

const pull = (codes: readonly GivenCode[]) => pullCodes(device, codes);

const LIST: GivenCode[] = [
  { code: 'F80.2', description: 'Mixed receptive-expressive language disorder' },
  { code: 'F80.1', description: 'Expressive language disorder', service: SPEECH },
  { code: 'F82', description: 'Developmental disorder of motor function', service: MOTOR },
  { code: 'R47.1', description: 'Dysarthria and anarthria. See Ménière’s disease', archived: true },
  { kind: 'cpt', code: '92507', description: 'Speech and language treatment' },
];

type Search = Parameters<typeof searchCodes>[2] & { kind: 'cpt' | 'dx' };

/** The codes that are found, and a dot where there are more. */
async function found(words: string, { kind = 'dx', ...filters }: Partial<Search> = {}) {
  const search = { words, service: undefined, withArchived: false, limit: 10, ...filters };
  const { codes, hasMore } = await searchCodes(device.db, kind, search);
  return [...codes.map(({ code }) => code), ...(hasMore ? ['…'] : [])];
}

describe('searching codes on the device', () => {
  test.each<[string, string[]]>([
    ['', ['F80.1', 'F80.2', 'F82']],
    ['f80', ['F80.1', 'F80.2']],
    ['F80.2', ['F80.2']],
    ['lang', ['F80.1', 'F80.2']],
    ['language  MIXED', ['F80.2']],
    ['disorder motor', ['F82']],
    ['expressive, receptive', ['F80.2']],
    ['anguage', []],
    ['92507', []],
    ['language piano', []],
    ['f80 language mixed', ['F80.2']],
    ['of', ['F82']],
    ['o', ['F82']],
    ['of motor', ['F82']],
    ['f', ['F80.1', 'F80.2', 'F82']],
  ])('finds "%s" by the beginnings of words: %j', async (words, codes) => {
    await pull(LIST);
    expect(await found(words)).toEqual(codes);
  });

  test('includes archived codes and leaves out other services, as asked', async () => {
    await pull(LIST);
    expect(await found('', { withArchived: true })).toContain('R47.1');
    expect(await found('meniere', { withArchived: true })).toEqual(['R47.1']);
    expect(await found('disorder', { service: SPEECH })).toEqual(['F80.1', 'F80.2']);
    expect(await found('language', { kind: 'cpt' })).toEqual(['92507']);
  });

  test('returns the first codes of a long list and says that there are more', async () => {
    await pull(
      Array.from({ length: 1_300 }, (_, at) => ({
        code: `A00.${String(at).padStart(4, '0')}`,
        description: at === 1_250 ? 'Cholera, rarely' : 'Cholera',
        archived: at < 700,
      })),
    );
    expect(await found('', { limit: 2 })).toEqual(['A00.0700', 'A00.0701', '…']);
    expect(await found('cholera', { limit: 1 })).toHaveLength(2);
    expect(await found('cholera rarely', { limit: 1 })).toEqual(['A00.1250']);
    expect(await countCodes(device.db, 'dx')).toBe(1_300);
    expect(await countCodes(device.db, 'cpt')).toBe(0);
  });

  test('decrypts only the codes that it returns', async () => {
    await pull(LIST);
    const other = await device.db.clinicalCodes.where('listed').equals('dx|F82').first();
    await device.db.clinicalCodes.update(other?.id ?? '', { sealed: new Uint8Array(40) });
    expect(await found('language')).toEqual(['F80.1', 'F80.2']);
    await expect(found('motor')).rejects.toThrow();
  });

  test('names codes that were chosen, archived ones too', async () => {
    await pull(LIST);
    const named = await codesNamed(device.db, 'dx', ['R47.1', 'F82', '92507']);
    expect(named.map(({ code }) => code).sort()).toEqual(['F82', 'R47.1']);
  });
});
