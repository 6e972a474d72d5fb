import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { EmailLink, PhoneLink } from '#screens/contact-links.tsx';

afterEach(cleanup);

test('a phone number says whose it is, and is dialed without its punctuation', () => {
  render(<PhoneLink phone="(555) 010-0134" name="Alma Rivera" />);
  const link = screen.getByRole('link', { name: /^Call Alma Rivera: ?\(555\) 010-0134$/ });
  expect(link.getAttribute('href')).toBe('tel:5550100134');
});

test('an address says whose it is, and can hold characters that mean something in a URL', () => {
  render(<EmailLink email="alma+school?@family.example" name="Alma Rivera" />);
  const link = screen.getByRole('link', { name: /^Write to Alma Rivera: ?alma\+school\?@family\.example$/ });
  expect(link.getAttribute('href')).toBe('mailto:alma%2Bschool%3F%40family.example');
});
