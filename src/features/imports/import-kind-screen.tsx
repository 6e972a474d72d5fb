import { type ImportKind, isShared } from '#domain/imports/import-kinds.ts';
import { useServerData } from '#screens/device/signed-in.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { ServerData } from '#ui/server-data.tsx';
import { ImportHistory } from './import-list.tsx';
import { ImportSteps } from './import-steps.tsx';

const askOverview = (api: ApiClient) => api.call('import.list');

/** The steps of an import, once it is known which columns earlier files had; for kinds that not only super admins import also the past ones. */
export function ImportKindScreen({ kind }: { kind: ImportKind }) {
  const answer = useServerData(askOverview);
  return (
    <ServerData name="earlier imports" state={answer}>
      {({ columns, imports }) => {
        const own = imports.filter((one) => one.kind === kind);
        return (
          <div className="grid gap-6">
            <ImportSteps kind={kind} known={columns[kind]} />
            {isShared(kind) && own.length > 0 && <ImportHistory imports={own} reload={answer.reload} />}
          </div>
        );
      }}
    </ServerData>
  );
}
