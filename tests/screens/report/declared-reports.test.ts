import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { declaredReports as declared } from '#tests/support/declared-reports.ts';

test('every declared report is in this list', () => {
  const folder = path.join(import.meta.dirname, '../../../src/features');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  // A function that makes several reports counts by its calls.
  const found = files.flatMap((name) => [
    ...readFileSync(path.join(folder, name), 'utf8').matchAll(
      /(?<!=>\s*)\b(?:defineReport|officeList|ticketsIn|sumsIn)\(/g,
    ),
  ]);
  expect(declared).toHaveLength(found.length);
  expect(new Set(declared.map(({ id }) => id)).size).toBe(declared.length);
});

describe.each(declared.map((report) => [report.id, report] as const))('the report %s', (_, report) => {
  test('has a header for each column, and each column once', () => {
    for (const { id, header } of report.columns) expect(header.trim(), id).not.toBe('');
    expect(new Set(report.columns.map(({ id }) => id)).size).toBe(report.columns.length);
  });

  test('is sorted by an existing, sortable column', () => {
    const column = report.columns.find(({ id }) => id === report.sort.id);
    expect(column).toBeDefined();
    expect(column?.isUnsortable).toBeUndefined();
  });

  test('says what it is, and what to do if it is empty', () => {
    const { title, label, empty } = report;
    for (const words of [title, label, empty.title, empty.help]) expect(words.trim()).not.toBe('');
  });

  test('labels every filter in its URL, and knows the days if it has any', () => {
    const { days, period, ...others } = report.shapes as Record<string, unknown>;
    expect(Object.keys(report.filters).sort()).toEqual(Object.keys(others).sort());
    for (const { label } of Object.values(report.filters)) expect(label.trim()).not.toBe('');
    // One of a pay period knows the days that its mails are about.
    if (period === undefined) expect(report.days === undefined).toBe(days === undefined);
  });

  test('fits its file on a sheet', () => {
    expect(report.columns.filter(({ only }) => only !== 'screen').length).toBeGreaterThan(1);
  });
});
