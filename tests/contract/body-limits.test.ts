import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { bodyLimitOf } from '#contract/body-limit.ts';
import { type EndpointName, endpointNamed, endpoints } from '#contract/index.ts';
import { SoapNoteBody } from '#contract/soap-note.ts';
import { PushedWrite } from '#contract/sync.ts';

const names = Object.keys(endpoints) as EndpointName[];

interface Inside {
  type: string;
  element?: z.ZodType;
  innerType?: z.ZodType;
  valueType?: z.ZodType;
  options?: z.ZodType[];
  shape?: Record<string, z.ZodType>;
  in?: z.ZodType;
  out?: z.ZodType;
}

/** Every list in a request, with its path. */
function listsIn(schema: z.ZodType | undefined, place: string): { place: string; list: z.ZodType }[] {
  if (schema === undefined) return [];
  const inside = schema._zod.def as unknown as Inside;
  const parts: [string, z.ZodType | undefined][] = [
    [`${place}[]`, inside.element],
    [`${place}{}`, inside.valueType],
    [place, inside.innerType],
    [place, inside.in],
    [place, inside.out],
    ...(inside.options ?? []).map((option): [string, z.ZodType] => [place, option]),
    ...Object.entries(inside.shape ?? {}).map(([name, field]): [string, z.ZodType] => [
      `${place}.${name}`,
      field,
    ]),
  ];
  const deeper = parts.flatMap(([where, part]) => listsIn(part, where));
  return inside.type === 'array' ? [{ place, list: schema }, ...deeper] : deeper;
}

const lists = names.flatMap((name) => {
  const { params, query, body } = endpointNamed(name);
  return [params, query, body].flatMap((schema) => listsIn(schema, name));
});

/** A list that is too long for any call, which counts accesses to its elements. */
function watchedList(): { list: unknown[]; looks: () => number } {
  let looks = 0;
  const list = new Proxy(Array.from({ length: 100_000 }), {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) looks += 1;
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
  return { list, looks: () => looks };
}

describe('the limits of request bodies', () => {
  test('apply to lists', () => {
    expect(lists.map(({ place }) => place)).toEqual(
      expect.arrayContaining([
        'sync.push.writes',
        'sync.push.writes[].depends_on',
        'session.create.student_ids',
      ]),
    );
  });

  test.each(lists)('reject a list that is too long before its elements are checked: $place', ({ list }) => {
    const watched = watchedList();
    const { error } = list.safeParse(watched.list);
    expect(error?.issues.map(({ code }) => code)).toEqual(['too_big']);
    expect(watched.looks()).toBe(0);
  });

  test('reject too many parameters of a queued write before they are checked', () => {
    const params = new Proxy(Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`p${at}`, 'x'])), {
      get: () => {
        throw new Error('a parameter was looked at');
      },
    });
    const { error } = PushedWrite.shape.params.safeParse(params);
    expect(error?.issues.map(({ message }) => message)).toEqual(['Use at most 8 parameters.']);
  });

  test.each(names)('include a maximum size for %s', (name) => {
    const limit = bodyLimitOf(endpointNamed(name));
    expect(limit).toBeGreaterThan(0);
    expect(Number.isFinite(limit)).toBe(true);
  });

  test.each(names.filter((name) => endpointNamed(name).policy === 'public'))(
    'are small for %s, which needs no login',
    (name) => {
      expect(bodyLimitOf(endpointNamed(name))).toBeLessThanOrEqual(32 * 1_024);
    },
  );

  test('allow the largest valid body, even with every character escaped', () => {
    const id = '019a0000-0000-7000-8000-000000000000';
    const longest = '\u0001'.repeat(20_000);
    const codes = Array.from({ length: 12 }, () => '\u0001'.repeat(20));
    const note = {
      ...{ id, student: id, session: id, service: id, note_date: '2026-03-10' },
      ...{ subjective: longest, objective: longest, assessment: longest, plan: longest },
      ...{ cpt_codes: codes, dx_codes: codes },
    };
    expect(SoapNoteBody.safeParse(note).error).toBeUndefined();
    expect(JSON.stringify(note).length).toBeLessThanOrEqual(bodyLimitOf(endpoints['soap.create']));
  });

  test('are what the documentation asks of a proxy', () => {
    const largest = Math.max(...names.map((name) => bodyLimitOf(endpointNamed(name))));
    const megabytes = Math.ceil(largest / 1_024 ** 2);
    const asked = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
    expect(asked).toContain(`\`client_max_body_size ${megabytes}m\``);
  });

  test('are required: a field without one stops the start', () => {
    const { bodyLimit: _, ...unlimited } = endpoints['sync.push'];
    expect(() => bodyLimitOf(unlimited)).toThrow('/api/sync/push/');
  });
});
