import type { ImportKind } from '#domain/imports/import-kinds.ts';
import { useServerData } from '#screens/device/signed-in.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { ServerData } from '#ui/server-data.tsx';
import { ImportSteps } from './import-steps.tsx';

const askOverview = (api: ApiClient) => api.call('import.list');

/** The steps of an import, once it is known which columns earlier files had. */
export function ImportKindScreen({ kind }: { kind: ImportKind }) {
  const answer = useServerData(askOverview);
  return (
    <ServerData name="earlier imports" state={answer}>
      {({ columns }) => <ImportSteps kind={kind} known={columns[kind]} />}
    </ServerData>
  );
}
