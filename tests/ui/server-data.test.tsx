import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ServerData } from '#ui/server-data.tsx';

afterEach(cleanup);

const STATE = { result: undefined, isAsking: false, reload: () => Promise.resolve() };

test('says what a refused request was for, and why it was refused', () => {
  const state = { ...STATE, problem: 'The start date is after the end date.', isOffline: false };
  render(
    <ServerData name="pay rates" state={state}>
      {() => null}
    </ServerData>,
  );
  expect(screen.getByRole('alert').textContent).toMatch(
    /^Can't load pay ratesThe start date is after the end date\./,
  );
});

test('says so when there is no connection', () => {
  const state = { ...STATE, problem: "Can't reach the server.", isOffline: true };
  render(
    <ServerData name="pay rates" state={state}>
      {() => null}
    </ServerData>,
  );
  expect(screen.getByRole('alert').textContent).toMatch(/^Can't reach the serverYou're offline\./);
});
