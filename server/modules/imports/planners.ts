import type { RecordName } from '#contract/entity-name.ts';
import { ApiError } from '#contract/errors.ts';
import type { ImportKind } from '#domain/imports/import-kinds.ts';
import type { ImportLine } from '#domain/imports/import-lines.ts';
import { storedRow } from '#server/db/entity-rows.ts';
import { regions } from '#server/modules/catalog/region-lists.ts';
import { updateClient } from '#server/modules/clients/operations.ts';
import { updateRate } from '#server/modules/clients/rate-operations.ts';
import { updateProvider } from '#server/modules/providers/operations.ts';
import { goalOptions, planOptions as planOptionList } from '#server/modules/soap/options.ts';
import { parentCalls } from '#server/modules/students/file-operations.ts';
import { updateStudent } from '#server/modules/students/operations.ts';
import { updateStudentService } from '#server/modules/students/student-services.ts';
import type { Call } from '#server/records/call.ts';
import { wireRow } from '#server/records/changing-rows.ts';
import type { Planner } from './plan.ts';
import { planAssignments } from './plan-assignments.ts';
import { planClients } from './plan-clients.ts';
import { planExtraPay } from './plan-extra-pay.ts';
import { planGuardians } from './plan-guardians.ts';
import { planOptions } from './plan-options.ts';
import { planProviders } from './plan-providers.ts';
import { planRates } from './plan-rates.ts';
import { planRegions, planSubRegions } from './plan-regions.ts';
import { planSchools } from './plan-schools.ts';
import { planCategories, planServices, serviceRecords } from './plan-services.ts';
import { planSessions } from './plan-sessions.ts';
import { planStudents } from './plan-students.ts';

const PLANNERS: {
  [Kind in ImportKind]: (call: Call, lines: readonly ImportLine[]) => Promise<Planner<Kind>>;
} = {
  category: planCategories,
  service: planServices,
  region: planRegions,
  'sub-region': planSubRegions,
  client: planClients,
  school: planSchools,
  student: planStudents,
  guardian: planGuardians,
  provider: planProviders,
  assignment: planAssignments,
  rate: planRates,
  session: planSessions,
  'goal-option': (call) => planOptions(call, 'goal_option'),
  'plan-option': (call) => planOptions(call, 'plan_option'),
  'extra-pay': planExtraPay,
};

export function plannerOf<Kind extends ImportKind>(
  kind: Kind,
  call: Call,
  lines: readonly ImportLine[],
): Promise<Planner<Kind>> {
  return PLANNERS[kind](call, lines);
}

type Save = (
  call: Call,
  id: string,
  changes: Readonly<Record<string, unknown>>,
) => Promise<{ version: number }>;

/** Changes records of each kind exactly as their own forms do, with the same rules. */
const SAVES: Partial<Record<RecordName, Save>> = {
  service: saveService,
  region: regions.update,
  goal_option: goalOptions.update,
  plan_option: planOptionList.update,
  client_account: updateClient,
  student_account: updateStudent,
  parent: parentCalls.update,
  provider_account: updateProvider,
  rate: updateRate,
  student_service: updateStudentService,
};

/** @returns the version after the change */
export async function saveChanges(
  call: Call,
  entity: RecordName,
  id: string,
  changes: Readonly<Record<string, unknown>>,
): Promise<number> {
  const save = SAVES[entity];
  if (save === undefined) throw new TypeError(`an import never changes ${entity}`);
  // The newest version: a chunk has no base version of its own.
  const { version } = await save(call.withContext({ base_version: null }), id, changes);
  return version;
}

async function saveService(call: Call, id: string, changes: Readonly<Record<string, unknown>>) {
  const before = await storedRow(call.tx, 'service', id);
  if (before === null) throw new ApiError('record.absent');
  return call.change(serviceRecords, before, { ...wireRow(before), ...changes });
}
