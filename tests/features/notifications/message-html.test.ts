import naughtyStrings from 'big-list-of-naughty-strings' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import { messageNodes } from '#features/notifications/message-body.tsx';
import { cleanHtml } from '#server/modules/notifications/clean-html.ts';
import { ATTACK_STRINGS } from '#tests/support/attack-strings.ts';

const TAGS = new Set('P BR STRONG EM U S H2 H3 UL OL LI BLOCKQUOTE HR A'.split(' '));

/** What a browser finds in the HTML that messages may not have. */
function foundIn(html: string, attributes: ReadonlySet<string>): string[] {
  const page = new DOMParser().parseFromString(html, 'text/html');
  return [...page.body.querySelectorAll('*')].flatMap((element) => [
    ...(TAGS.has(element.tagName) ? [] : [element.tagName]),
    ...[...element.attributes]
      .filter(
        ({ name, value }) =>
          !attributes.has(name) || (name === 'href' && !/^(?:https?|mailto|tel):/.test(value)),
      )
      .map(({ name, value }) => `${name}=${value}`),
  ]);
}

/** As the device shows it. */
function shownHtml(html: string): string {
  const box = document.createElement('div');
  box.append(messageNodes(html));
  return box.innerHTML;
}

describe.each([...ATTACK_STRINGS, ATTACK_STRINGS.join('')])('%.60s', (attack) => {
  test('is harmless as the server stores it', () => {
    expect(foundIn(cleanHtml(attack), new Set(['href']))).toEqual([]);
  });

  test('is harmless as the device shows it, even if it was stored as it is', () => {
    expect(foundIn(shownHtml(attack), new Set(['href', 'target', 'rel']))).toEqual([]);
  });
});

test('none of the naughty strings that others have collected is harmful', () => {
  const markup = (naughtyStrings as readonly string[]).filter((text) => text.includes('<'));
  const harmful = markup.flatMap((text) =>
    [
      ...foundIn(cleanHtml(text), new Set(['href'])),
      ...foundIn(shownHtml(text), new Set(['href', 'target', 'rel'])),
    ].map((found) => `${text}: ${found}`),
  );
  expect(markup.length).toBeGreaterThan(100);
  expect(harmful).toEqual([]);
});

test('formatting stays, and links open in their own tab', () => {
  const html =
    '<h2>Drill</h2><p>Leave <strong>calmly</strong>, see <a href="https://ok.example/a">the plan</a>.</p>';
  expect(cleanHtml(html)).toBe(html);
  expect(shownHtml(html)).toContain(
    '<a href="https://ok.example/a" target="_blank" rel="noopener noreferrer">',
  );
});
