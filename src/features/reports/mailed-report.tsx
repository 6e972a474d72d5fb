import { type ComponentProps, useState } from 'react';
import { mayUse } from '#domain/access/permissions.ts';
import { viewOf } from '#domain/reports/report-view.ts';
import { MAILED_REPORT_IDS } from '#domain/reports/schedule-codes.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import type { FilterShapes } from '#screens/report/address.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import type { ScheduleStart } from './schedule-values.ts';

const ScheduleSheet = lazyPart(async () => ({ default: (await import('./schedule-form.tsx')).ScheduleForm }));

type MailedReportProps<Shapes extends FilterShapes, Row extends object> = ComponentProps<
  typeof ReportScreen<Shapes, Row>
>;

/** A report whose Export menu has "Send by email…", for people who may set that up. */
export function MailedReport<Shapes extends FilterShapes, Row extends object>(
  props: MailedReportProps<Shapes, Row>,
) {
  const { profile } = useSignedIn();
  const [start, setStart] = useState<ScheduleStart | null>(null);
  const report = MAILED_REPORT_IDS.find((id) => id === props.report.id);
  const holder = { role: profile.auth, grants: profile.grants };
  if (report === undefined || !mayUse(holder, 'report-schedule.record')) return <ReportScreen {...props} />;
  const close = () => setStart(null);
  return (
    <>
      <ReportScreen {...props} onMail={(address) => setStart({ report, view: viewOf(address) })} />
      {start !== null && (
        <ScheduleSheet schedule={null} start={start} onClose={close} absence={{ onClose: close }} />
      )}
    </>
  );
}
