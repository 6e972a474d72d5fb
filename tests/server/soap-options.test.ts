import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CODES_PER_CALL } from '#contract/soap-options.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { type OfficeWorld, openOfficeWorld, type PersonName, SPEECH } from './office-world.ts';

const everybody: PersonName[] = ['superadmin', 'admin', 'paula', 'lead', 'sven'];

describe.each(ruleKinds)('SOAP options on %s', (kind) => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());

  const option = (changes: Record<string, unknown> = {}) => ({
    id: randomUUID(),
    option_text: 'Answers questions about a story.',
    service: SPEECH,
    translations: { es: 'Contesta preguntas sobre un cuento.' },
    archived: false,
    ...changes,
  });
  const code = (changes: Record<string, unknown> = {}) => ({
    id: randomUUID(),
    code: 'F80.2',
    description: 'Mixed receptive-expressive language disorder',
    service: null,
    archived: false,
    ...changes,
  });

  /** One code of a batch. */
  const line = (name: string, changes: Record<string, unknown> = {}) => ({
    ...{ code: name, description: 'From a file', service: null },
    ...changes,
  });

  describe.each(['goal-option', 'plan-option'] as const)('%s', (noun) => {
    test('everyone reads, roles 0, 1, and 3 write, and all devices are notified', async () => {
      for (const person of [...everybody, 'stray'] as const) {
        const body = option();
        const made = await world.as(person, `${noun}.create`, { body });
        const mayWrite = ['superadmin', 'admin', 'lead'].includes(person);
        expect([person, made.status]).toEqual([person, mayWrite ? 201 : 403]);
        const listed = await world.as(person, `${noun}.list`);
        expect([person, listed.status]).toEqual([person, person === 'stray' ? 403 : 200]);
        if (!mayWrite) continue;
        expect(listed.body).toContainEqual(made.body);
        expect(await world.placesOf(body.id)).toEqual(['global']);
        const target = { params: { id: body.id } };
        const archived = await world.as(person, `${noun}.update`, {
          ...target,
          version: 1,
          body: { archived: true },
        });
        expect(archived.body).toEqual({ ...made.body, archived: true, version: 2 });
        const stale = await world.as(person, `${noun}.update`, { ...target, version: 1, body: {} });
        expect(stale.status).toBe(412);
        expect((await world.as(person, `${noun}.delete`, { ...target, version: 2 })).status).toBe(204);
        expect(await world.placesOf(body.id)).toEqual(['-global']);
        expect((await world.as(person, `${noun}.update`, { ...target, body: {} })).status).toBe(410);
      }
    });

    test("is read in families' languages", async () => {
      const { body: made } = await world.as('lead', `${noun}.create`, { body: option() });
      const { body } = await world.as('paula', 'soap-option.read-translations', { params: { id: made.id } });
      expect(body).toEqual({ id: made.id, option_text: made.option_text, translations: made.translations });
    });

    test("of a service that doesn't exist is rejected", async () => {
      const answer = await world.as('lead', `${noun}.create`, { body: option({ service: randomUUID() }) });
      expect(answer).toMatchObject({ status: 422, body: { fields: { service: expect.any(String) } } });
    });
  });

  test('translations of an unknown entry are absent', async () => {
    const answer = await world.as('paula', 'soap-option.read-translations', { params: { id: randomUUID() } });
    expect(answer.status).toBe(404);
  });

  describe.each([
    ['dx-code', 'R48.8', 'F80.1', 'R41.1'],
    ['cpt-code', '99001', 'A0001', '99002'],
  ] as const)('%s', (noun, one, other, third) => {
    test('everyone reads, the office writes, and a code is in its list once', async () => {
      const body = code({ code: one });
      const made = await world.as('admin', `${noun}.create`, { body });
      expect(made).toMatchObject({ status: 201, body: { ...body, is_sample: false, version: 1 } });
      for (const person of everybody) {
        expect((await world.as(person, `${noun}.list`)).body).toContainEqual(made.body);
        if (person === 'superadmin' || person === 'admin') continue;
        const target = { params: { id: body.id }, version: 1 };
        const answers = [
          await world.as(person, `${noun}.create`, { body: code({ code: other }) }),
          await world.as(person, `${noun}.compare`, { body: { codes: [line(other)] } }),
          await world.as(person, `${noun}.import`, { body: { codes: [line(other)] } }),
          await world.as(person, `${noun}.update`, { ...target, body: {} }),
          await world.as(person, `${noun}.delete`, target),
        ];
        expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
      }
      const twice = await world.as('admin', `${noun}.create`, { body: code({ code: one }) });
      expect(twice).toMatchObject({
        status: 422,
        body: { fields: { code: `${one} is already in the list.` } },
      });
      const wrong = await world.as('admin', `${noun}.create`, { body: code({ code: 'x1' }) });
      expect(wrong).toMatchObject({ status: 422, body: { fields: { code: expect.any(String) } } });

      const target = { params: { id: body.id } };
      await world.as('admin', `${noun}.update`, { ...target, version: 1, body: { description: 'Other' } });
      expect((await world.as('admin', `${noun}.delete`, { ...target, version: 2 })).status).toBe(204);
      const again = await world.as('admin', `${noun}.create`, { body: code({ code: one }) });
      expect(again.status).toBe(201);
    });

    test('a batch is compared and then imported, all codes or none', async () => {
      const { body: kept } = await world.as('admin', `${noun}.create`, {
        body: code({ code: other, description: 'Old', archived: true }),
      });
      const codes = [
        line(other, { description: 'New; Caf\u00e9, and "in force"', service: SPEECH }),
        line(third),
      ];
      const { body: before } = await world.as('admin', `${noun}.list`);
      const expected = { status: 200, body: { added: 1, changed: 1, unchanged: 0 } };
      const compared = await world.as('admin', `${noun}.compare`, { body: { codes } });
      expect(compared).toMatchObject(expected);
      expect(compared.body.changes).toHaveLength(2);
      expect(compared.body.changes).toEqual(
        expect.arrayContaining([
          { code: third, before: null },
          { code: other, before: { description: 'Old', service: null, is_sample: false, archived: true } },
        ]),
      );
      expect((await world.as('admin', `${noun}.list`)).body).toEqual(before);

      expect(await world.as('admin', `${noun}.import`, { body: { codes } })).toMatchObject(expected);
      const { body: after } = await world.as('admin', `${noun}.list`);
      expect(after).toHaveLength(before.length + 1);
      expect(after.find(({ id }) => id === kept.id)).toEqual({
        ...kept,
        description: 'New; Caf\u00e9, and "in force"',
        service: SPEECH,
        archived: false,
        version: 2,
      });
      const added = after.find((row) => row.code === third);
      expect(await world.placesOf(added?.id ?? '')).toEqual(['global']);
      for (const call of ['compare', 'import'] as const) {
        const { body: again } = await world.as('admin', `${noun}.${call}`, { body: { codes } });
        const changes = call === 'compare' ? { changes: [] } : {};
        expect(again).toEqual({ added: 0, changed: 0, unchanged: 2, ...changes });
      }
      expect((await world.as('admin', `${noun}.list`)).body).toEqual(after);
    });

    test.each([
      ['a code that is none', [line('???')], /^\?\?\? isn't/],
      ['a code twice', [line(third), line(third)], /in this batch twice/],
      ['an unknown service', [line(third, { service: randomUUID() })], /^Service of .* not found/],
    ])('a batch with %s is refused as a whole', async (_, wrong, words) => {
      const good = line(noun === 'dx-code' ? 'Q00.1' : '88001');
      const { body: before } = await world.as('admin', `${noun}.list`);
      for (const call of ['compare', 'import'] as const) {
        const answer = await world.as('admin', `${noun}.${call}`, { body: { codes: [good, ...wrong] } });
        expect(answer).toMatchObject({
          status: 422,
          body: { fields: { codes: expect.stringMatching(words) } },
        });
      }
      expect((await world.as('admin', `${noun}.list`)).body).toEqual(before);
    });

    test('a batch without services leaves those of the list', async () => {
      const { body: kept } = await world.as('admin', `${noun}.list`);
      const known = kept.find(({ code: found }) => found === other);
      const fresh = noun === 'dx-code' ? 'R41.9' : '99003';
      const codes = [
        { code: other, description: 'Reworded' },
        { code: fresh, description: 'New' },
      ];
      const expected = { status: 200, body: { added: 1, changed: 1, unchanged: 0 } };
      expect(await world.as('admin', `${noun}.compare`, { body: { codes } })).toMatchObject(expected);
      expect(await world.as('admin', `${noun}.import`, { body: { codes } })).toMatchObject(expected);
      const { body: after } = await world.as('admin', `${noun}.list`);
      expect(known?.service).toBe(SPEECH);
      expect(after.find(({ code: found }) => found === other)).toMatchObject({
        description: 'Reworded',
        service: SPEECH,
      });
      expect(after.find(({ code: found }) => found === fresh)).toMatchObject({ service: null });
    });

    test('a full batch is imported at once, and one code more is refused', async () => {
      const many = Array.from({ length: CODES_PER_CALL }, (_, at) =>
        line(
          noun === 'dx-code'
            ? `S${String(at % 100).padStart(2, '0')}.${Math.floor(at / 100)}`
            : `${20_000 + at}`,
        ),
      );
      const one = line(noun === 'dx-code' ? 'S99.99' : '29999');
      const answer = await world.as('admin', `${noun}.import`, { body: { codes: [...many, one] } });
      expect(answer.status).toBe(422);
      const { body } = await world.as('admin', `${noun}.import`, { body: { codes: many } });
      expect(body).toEqual({ added: CODES_PER_CALL, changed: 0, unchanged: 0 });
    });
  });

  test("a code of one list can't be reached through the other", async () => {
    const { body: made } = await world.as('admin', 'dx-code.create', { body: code({ code: 'Z01.1' }) });
    const target = { params: { id: made.id }, version: 1 };
    expect((await world.as('admin', 'cpt-code.update', { ...target, body: {} })).status).toBe(404);
    expect((await world.as('admin', 'cpt-code.delete', target)).status).toBe(404);
  });
});
