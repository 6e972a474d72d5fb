import { expect, test } from 'vitest';
import { phoneAddress } from '#domain/text/phone-address.ts';

test.each([
  ['(555) 010-0134', 'tel:5550100134'],
  ['+1 555.010.0134', 'tel:+15550100134'],
  ['555-010-0134 x12', 'tel:5550100134,12'],
  ['555 010 0134 X 12', 'tel:5550100134,12'],
  ['555 010 0134 # 7', 'tel:5550100134,7'],
  ['555 010 0134 x', 'tel:5550100134'],
])('%j is called by %s', (phone, address) => {
  expect(phoneAddress(phone)).toBe(address);
});
