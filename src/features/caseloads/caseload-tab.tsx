import { useCallback, useRef, useState } from 'react';
import type { CaseloadMove } from '#contract/caseload-moves.ts';
import { useServerData } from '#screens/device/signed-in.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { HandBackForm, HandoverForm } from './handover-form.tsx';
import { HandoverList } from './handover-list.tsx';

const NONE: readonly CaseloadMove[] = [];

interface CaseloadTabProps {
  provider: string;
  isArchived: boolean;
}

/** Handing a provider's caseload over, and the hand-overs so far. What can go back depends on whether they are active. */
export function CaseloadTab(props: CaseloadTabProps) {
  return <Caseload key={String(props.isArchived)} {...props} />;
}

function Caseload({ provider, isArchived }: CaseloadTabProps) {
  const moves = useServerData(
    useCallback((api: ApiClient) => api.call('caseload-move.list', { params: { id: provider } }), [provider]),
  );
  const [back, setBack] = useState<CaseloadMove | null>(null);
  const [made, setMade] = useState<string | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  const handBack = (move: CaseloadMove, button: HTMLElement) => {
    opener.current = button;
    setBack(move);
  };
  const done = async (move: string) => {
    setBack(null);
    setMade(move);
    await moves.reload();
  };
  return (
    <div className="grid gap-5">
      {/* Stays when another hand-over goes back: it may be half filled. */}
      <div hidden={back !== null}>
        <HandoverForm provider={provider} isArchived={isArchived} onDone={done} />
      </div>
      {back !== null && (
        <HandBackForm
          key={back.id}
          move={back}
          onCancel={() => {
            setBack(null);
            opener.current?.focus();
          }}
          onDone={done}
        />
      )}
      <HandoverList moves={moves.result ?? NONE} made={made} onChanged={moves.reload} onHandBack={handBack} />
    </div>
  );
}
