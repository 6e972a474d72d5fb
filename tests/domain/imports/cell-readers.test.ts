import { describe, expect, test } from 'vitest';
import {
  amount,
  birthDay,
  choice,
  day,
  email,
  fiscalYear,
  hireDay,
  minutes,
  personName,
  several,
  time,
  wholeNumber,
  yesNo,
} from '#domain/imports/cell-readers.ts';

const value = (read: { value: unknown } | { fault: string }) => ('value' in read ? read.value : 'fault');

describe('a cell', () => {
  test.each([
    ['9/5/2016', '2016-09-05'],
    ['09/05/2016', '2016-09-05'],
    ['9-5-2016', '2016-09-05'],
    ['9/5/16', '2016-09-05'],
    ['2016-9-5', '2016-09-05'],
    ['2016-09-05T00:00:00', '2016-09-05'],
    ['9/5/2016 12:00:00 AM', '2016-09-05'],
    ['Sep 5, 2016', '2016-09-05'],
    ['September 5 2016', '2016-09-05'],
    ['5-Sep-2016', '2016-09-05'],
    ['5-Sep-16', '2016-09-05'],
    ['42618', '2016-09-05'],
    ['42618.375', '2016-09-05'],
    ['36526', '2000-01-01'],
    ['2/29/2024', '2024-02-29'],
    ['2/29/2023', 'fault'],
    ['13/2/2016', 'fault'],
    ['9/5/1985', 'fault'],
    ['9/5/85', 'fault'],
    ['9.5/2016', 'fault'],
    ['soon', 'fault'],
    ['1', 'fault'],
  ])('with the day %s is %s', (text, expected) => expect(value(day(text))).toBe(expected));

  test.each([
    ['9/5/1998', '1998-09-05', '1998-09-05'],
    ['1998-09-05', '1998-09-05', '1998-09-05'],
    ['5-Sep-1945', '1945-09-05', '1945-09-05'],
    ['9/5/16', '2016-09-05', '2016-09-05'],
    // A year of two digits, and a number, is taken where it is likely.
    ['9/5/98', 'fault', '1998-09-05'],
    ['36043', 'fault', '1998-09-05'],
    ['9/5/45', 'fault', 'fault'],
    ['12345', 'fault', 'fault'],
    ['9/5/1919', 'fault', 'fault'],
    ['9/5/2101', 'fault', 'fault'],
  ])('with the day %s is the birth date %s, and the hire date %s', (text, birth, hire) =>
    expect([value(birthDay(text)), value(hireDay(text))]).toEqual([birth, hire]),
  );

  test.each([
    ['9:05 AM', '09:05'],
    ['9:05am', '09:05'],
    ['9 p.m.', '21:00'],
    ['12:00 AM', '00:00'],
    ['12 pm', '12:00'],
    ['14:30', '14:30'],
    ['14:30:00', '14:30'],
    ['0.375', '09:00'],
    ['45905.5', '12:00'],
    ['2025-09-05 09:30', '09:30'],
    ['9/5/2025 2:15 PM', '14:15'],
    ['25:00', 'fault'],
    ['13:00 PM', 'fault'],
    ['9', 'fault'],
    ['noon', 'fault'],
  ])('with the time %s is %s', (text, expected) => expect(value(time(text))).toBe(expected));

  test.each([
    ['30', 30],
    ['30 min', 30],
    ['1:15', 75],
    ['0.0208333333', 30],
    ['30.0', 30],
    ['0', 'fault'],
    ['721', 'fault'],
    ['half an hour', 'fault'],
  ])('with the minutes %s is %s', (text, expected) => expect(value(minutes(720)(text))).toBe(expected));

  test.each([
    ['$1,234.50', 123_450],
    ['85', 8_500],
    ['85.5', 8_550],
    ['85.10', 8_510],
    ['85,50', 'fault'],
    ['85.005', 'fault'],
    ['-5', 'fault'],
    ['=85', 'fault'],
  ])('with the amount %s is %s', (text, expected) => expect(value(amount(1_000_000)(text))).toBe(expected));

  test.each([
    ['2025', 2025],
    ['2025-2026', 2025],
    ['2025–26', 2025],
    ['2025/2026', 2025],
    ['2025-2027', 'fault'],
    ['FY26', 'fault'],
  ])('with the fiscal year %s is %s', (text, expected) => expect(value(fiscalYear(text))).toBe(expected));

  test('with words is read as people mean them', () => {
    expect(value(yesNo('X'))).toBe(true);
    expect(value(yesNo('No'))).toBe(false);
    expect(value(yesNo('perhaps'))).toBe('fault');
    const colors = choice({ red: 'Deep red', blue: 'Blue' }, { azure: 'blue' });
    expect(['deep RED', 'red', 'Azure', 'green'].map((word) => value(colors(word)))).toEqual([
      ...['red', 'red', 'blue', 'fault'],
    ]);
    expect(value(email('Dana@Agency.Example'))).toBe('dana@agency.example');
    expect(value(email('dana'))).toBe('fault');
    expect(value(several(3)('Speech, OT'))).toEqual(['Speech', 'OT']);
    expect(value(several(3)('Speech, individual; OT; OT'))).toEqual(['Speech, individual', 'OT']);
    expect(value(several(1)('a;b'))).toBe('fault');
    expect(value(personName('Rivera, Maya Ann'))).toEqual({ first: 'Maya Ann', last: 'Rivera' });
    expect(value(personName('Maya Ann Rivera'))).toEqual({ first: 'Maya Ann', last: 'Rivera' });
    expect(value(personName('Maya'))).toBe('fault');
    expect(value(wholeNumber(1, 500)('45.0'))).toBe(45);
    expect(value(wholeNumber(1, 500)('45.5'))).toBe('fault');
  });
});
