import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
          await world.as(person, `${noun}.import`, { body: { csv: 'code,description' } }),
          await world.as(person, `${noun}.update`, { ...target, body: {} }),
          await world.as(person, `${noun}.delete`, target),
        ];
        expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
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

    test('a file adds and changes codes, all lines or none', async () => {
      const { body: kept } = await world.as('admin', `${noun}.create`, {
        body: code({ code: other, description: 'Old', archived: true }),
      });
      const csv = `Code,Description,Service\r\n${other},"New, and in force",SP\r\n${third},One,\r\n`;
      const bad = await world.as('admin', `${noun}.import`, { body: { csv: `${csv}???,x,Piano\n` } });
      expect(bad).toMatchObject({
        status: 422,
        body: { fields: { csv: expect.stringMatching(/^Line 4: /) } },
      });
      const { body: before } = await world.as('admin', `${noun}.list`);
      const { body: done } = await world.as('admin', `${noun}.import`, { body: { csv } });
      expect(done).toEqual({ added: 1, changed: 1 });
      const { body: after } = await world.as('admin', `${noun}.list`);
      expect(after).toHaveLength(before.length + 1);
      expect(after.find(({ id }) => id === kept.id)).toEqual({
        ...kept,
        description: 'New, and in force',
        service: SPEECH,
        archived: false,
        version: 2,
      });
      const { body: repeated } = await world.as('admin', `${noun}.import`, { body: { csv } });
      expect(repeated).toEqual({ added: 0, changed: 0 });
    });
  });

  test("a code of one list can't be reached through the other", async () => {
    const { body: made } = await world.as('admin', 'dx-code.create', { body: code({ code: 'Z01.1' }) });
    const target = { params: { id: made.id }, version: 1 };
    expect((await world.as('admin', 'cpt-code.update', { ...target, body: {} })).status).toBe(404);
    expect((await world.as('admin', 'cpt-code.delete', target)).status).toBe(404);
  });
});
