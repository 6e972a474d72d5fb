import { studentsOf } from './day.ts';
import { expect, signIn, test, waitForSaved, waitForWorker } from './fixtures.ts';
import { layoutShift } from './layout-shift.ts';

test.setTimeout(180_000);

test('lists, reports, and files stay where they are while they load', async ({ server, office }) => {
  const provider = await server.as('provider');
  const [student] = await studentsOf(provider);
  const admin = await server.as('superadmin');
  const [written] = await admin.call('soap.list-of-student', {
    params: { id: student?.id ?? '' },
    query: { limit: 1 },
  });
  const page = await office.newPage();
  await signIn(page, 'superadmin');
  await waitForSaved(page);
  await waitForWorker(page);
  for (const width of [820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const address of [
      ...['/home', '/students', '/clients', '/providers', '/reports/provider_notes'],
      ...['/reports/timesheet/all', '/reports/dashboard/lunch-cards', '/payroll/providers'],
      ...[`/students/info/${student?.id}`, `/students/info/${student?.id}?tab=services`],
      `/providers/info/${provider.signIn.user_id}`,
      `/reports/dashboard/my-sessions/v2/info/${written?.session}`,
    ]) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('main').getByRole('progressbar')).toHaveCount(0);
      expect.soft(await layoutShift(page), `${address} at ${width} px`).toBeLessThanOrEqual(0.02);
    }
  }
});
