import { describe, expect, test } from 'vitest';
import { faultsIn, textsOf, textsOfHtml, textsOfMarkdown } from '#scripts/check-words.mjs';

describe('the wording check', () => {
  test.each([
    // American spelling.
    ['Open the Sync centre'],
    ['Ask your organisation'],
    ['Authorised minutes'],
    ['Prioritised by date'],
    ['The colour of the event'],
    ['School cancelled'],
    ['A labelled button'],
    ['Practised in the classroom'],
    ['Enter the licence'],
    ['The catalogue is empty.'],
    ['Enter an e-mail address'],
    ['Back to the log-in'],
    // English that was translated.
    ['It goes out by itself.'],
    ['Put them right first.'],
    ['Give up my change'],
    ['This student is not yours to see.'],
    ['This is no goal of the student.'],
    ['Someone changed it in the meantime.'],
    ['Waits'],
    ['A92507 stands in line 4.'],
    ['This timesheet is approved already.'],
    ['The folder exists already.'],
    ['Perhaps entered twice'],
    ['Please switch it on in your browser.'],
    ['Noted as found again'],
    ['Services stay with whoever made them.'],
    ['Overtime premiums are lines of their own.'],
    ['How the amount came about'],
    ['What a claim lacks'],
    ['Leave it empty for no limit.'],
    ['Services that go on with Willow Creek'],
    ['Existing rates stay as they are.'],
    ['Complete: no device has unsynced changes.'],
    // The language of programmers.
    ['Enter a date as YYYY-MM-DD.'],
    ['Send the signature as a PNG data URL.'],
    ['8:00 hours at $41.37 an hour'],
    ['Rate activated on the server'],
    // What a school office says.
    ["You can't decide on your own work."],
    ['changed durations to decide'],
    // One name for one thing.
    ['The office cannot be reached.'],
    ['Export unsent work'],
    ['Sign in again'],
    ['Make-ups owed'],
    ['Nobody by that name'],
    ['Working day ended'],
    ['Captured by Dana Ruiz'],
    ['Waiting: {} of {} parts sent'],
    // Numbers.
    ['Sending {} %'],
  ])('rejects %j', (text) => {
    expect(faultsIn(text)).not.toEqual([]);
  });

  test.each([
    ['Open the Sync center'],
    ['Teacher workday'],
    ['Canceled: Thanksgiving'],
    ['A realistic, optimistic, and specialist exercise'],
    ['This student is no longer on your caseload.'],
    ['A diagnostic copy holds no names. There is no command like it.'],
    ['Your office approved it.'],
    ['This timesheet is already approved.'],
    ['Standing waiver, days of up to 6 h'],
    ['Sending 38%'],
    ['Decide later'],
    ['Enter a date, such as 9/14/2026.'],
    ['a link is on its way.'],
    ['3 of 5 notes'],
    ['Some of these days are out of compliance.'],
    ["There aren't any more pages."],
    ['Log out and keep'],
    ['/api/services/catalogue/ answers a list'],
    ['that its times are true and complete, and that nobody asked me to work without recording it.'],
  ])('accepts %j', (text) => {
    expect(faultsIn(text)).toEqual([]);
  });

  test('reads literals, JSX text as built, and templates with their placeholders', () => {
    const sent = ['`Sent $', '{n} %`'].join('');
    const code = `q("p", { children: ["Two words", ${sent}, "class-name", "Save", x ? "kebab-case" : "one", "Sync Centre", "Waits…"] })`;
    expect(textsOf(code)).toEqual(['Two words', 'Sent {} %', 'Save', 'Sync Centre', 'Waits…']);
  });

  test('reads Markdown without code and addresses, by paragraph, list item, and cell', () => {
    const fence = '`'.repeat(3);
    const markdown = [
      ...[
        '# Sync centre',
        '',
        'A line that',
        'goes on.',
        '- Run `organise`, see [the log-in](docs/log-in.md)',
      ],
      ...['', fence, 'npm run initialise', fence, '', '| One cell | another |', ''],
    ].join('\n');
    expect(textsOfMarkdown(markdown)).toEqual([
      ...['# Sync centre', 'A line that goes on.', '- Run {}, see [the log-in]', 'One cell', 'another'],
    ]);
  });

  test('reads what HTML says before a script runs', () => {
    const html =
      '<meta name="description" content="Plan your day"><script>const a = "b c";</script><p>Turn on JavaScript.</p>';
    expect(textsOfHtml(html)).toEqual(['Plan your day', 'Turn on JavaScript.']);
  });
});
