import { expect, test } from 'vitest';
import { linkAddress } from '#domain/notifications/link-address.ts';

test.each([
  ['https://example.org/a?b=c#d', 'https://example.org/a?b=c#d'],
  [' http://example.org ', 'http://example.org'],
  ['example.org', 'https://example.org'],
  ['example.org:8080/x', 'https://example.org:8080/x'],
  ['ada@example.org', 'mailto:ada@example.org'],
  ['mailto:ada@example.org', 'mailto:ada@example.org'],
  ['tel:+1-555-0100', 'tel:+1-555-0100'],
  ['', null],
  ['policy', null],
  ['two words.org', null],
  ['mailto:ada', null],
  ['tel:call-me', null],
  ['https://', null],
  ['javascript:alert(1)', null],
  ['JavaScript:alert(1)', null],
  ['data:text/html,x', null],
  ['file:///etc/passwd', null],
])('%j leads to %j', (entered, address) => {
  expect(linkAddress(entered)).toBe(address);
});
