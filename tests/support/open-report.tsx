import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { EndpointName } from '#contract/index.ts';
import { ROLES } from '#domain/access/roles.ts';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import type { FilterShapes } from '#screens/report/address.ts';
import type { Report } from '#screens/report/define-report.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';
import type { TestDevice } from './device.ts';
import { InRouter } from './in-router.tsx';
import { scriptedOffice } from './office-screen.tsx';

/** Renders a report for a user who is signed in on the device. */
export function openReport<Shapes extends FilterShapes, Row extends object>(
  { workspace }: TestDevice,
  report: Report<Shapes, Row>,
  answer: (
    name: EndpointName,
    input: { body?: unknown; params?: Record<string, string>; query?: Record<string, string> },
  ) => unknown,
  { role = ROLES.admin, start = {} }: { role?: string; start?: Record<string, unknown> } = {},
) {
  const office = scriptedOffice(answer);
  const opened: string[] = [];
  const profile = { user_id: workspace.user_id, provider_id: null, auth: role, grants: [], services: [] };
  const engine = { ...office.engine, refresh: async () => undefined };
  function Shown() {
    const [search, setSearch] = useState(start);
    return (
      <ReportScreen
        report={report}
        search={search as Parameters<typeof ReportScreen<Shapes, Row>>[0]['search']}
        onSearch={(change) => setSearch((before) => change(before as never))}
        onOpen={(id) => opened.push(id)}
        whyLink={({ kind, id }, content, className) => (
          <a href={`#${kind}/${id}`} className={className}>
            {content}
          </a>
        )}
      />
    );
  }
  const shown = render(
    <SignedInContext value={{ profile, workspace, engine } as unknown as SignedInDevice}>
      <Shown />
    </SignedInContext>,
    { wrapper: InRouter },
  );
  return { office, opened, shown, user: userEvent.setup() };
}
