import { describe, expect, test } from 'vitest';
import { codeProblem, readCodeFile } from '#domain/students/clinical-code-file.ts';

const services = [{ id: 'speech', name: 'Speech Therapy', short_name: 'ST' }];
const read = (csv: string, kind: 'cpt' | 'dx' = 'dx') => readCodeFile(csv, kind, services);

describe('parsing a code file', () => {
  test("reads its lines from any spreadsheet's CSV", () => {
    const csv =
      '\uFEFFDescription,CODE,service\r\n"Stammering, ""stuttering""\nin childhood",f80.81,st\r\n\r\n,R47.1,\r\n';
    expect(read(csv)).toEqual({
      problems: [],
      codes: [
        { code: 'F80.81', description: 'Stammering, "stuttering"\nin childhood', service: 'speech' },
        { code: 'R47.1', description: '', service: null },
      ],
    });
  });

  test.each([
    ['', 1, /columns/],
    ['code;description\nF80.2;x', 1, /columns/],
    ['code,description\n', 2, /no codes/],
    ['code,description\nF80.2,x\nnonsense,x', 3, /NONSENSE isn't a valid ICD-10-CM code/],
    ['code,description\nF80.2,"a\nb"\n,x', 4, /missing/],
    ['code,description\nF80.2,a\nf80.2,b', 3, /is already on line 2/],
    ['code,description,service\nF80.2,a,Piano', 2, /No service is named piano/],
    [`code,description\nF80.2,${'x'.repeat(501)}`, 2, /longer than 500/],
    [
      `code,description\n${Array.from({ length: 5_001 }, (_, at) => `A0${at % 10}.${at},x`).join('\n')}`,
      5_002,
      /up to 5,000/,
    ],
  ])('%j is rejected by its line', (csv, line, words) => {
    const { codes, problems } = read(csv);
    expect(codes).toEqual([]);
    expect(problems[0]).toEqual({ line, message: expect.stringMatching(words) });
  });

  test.each([
    ['cpt', '92507', true],
    ['cpt', '0373T', true],
    ['cpt', 'G0283', true],
    ['cpt', 'SAMPLE-1', false],
    ['dx', 'F80.2', true],
    ['dx', 'F82', true],
    ['dx', 'M1A.0110', true],
    ['dx', 'F80.', false],
    ['dx', '92507', false],
  ] as const)('as %s, %s is a code: %s', (kind, code, isCode) => {
    expect(codeProblem(kind, code) === null).toBe(isCode);
  });
});
