import { type ReactNode, useState } from 'react';
import { useFormDraft } from '#screens/device/form-draft.ts';
import { DraftNotice } from '#ui/draft-notice.tsx';

interface KeptEntry<Values> {
  values: Values;
  change: (values: Values) => void;
  /** It was sent: the form begins with its initial values. */
  drop: () => void;
  /** Says above the form that it contains what was entered before. */
  notice: ReactNode;
}

/**
 * What a form that is sent to the server once contains, encrypted on this device until then: closing it, Back, and a reload
 * lose nothing.
 * @param form names the form and what it's for
 */
export function useKeptEntry<Values extends object>(form: string, initial: Values): KeptEntry<Values> {
  const draft = useFormDraft(form);
  const [typed, setTyped] = useState<Values | null>(null);
  const [isDropped, setDropped] = useState(false);
  const found = isDropped ? undefined : (draft.found?.values as Partial<Values> | undefined);
  const drop = () => {
    setTyped(null);
    setDropped(true);
    void draft.drop();
  };
  return {
    values: typed ?? { ...initial, ...found },
    change(values) {
      setTyped(values);
      draft.keep({ id: '', opened: null, values });
    },
    drop,
    notice: (
      <DraftNotice
        {...{ wasRestored: found !== undefined, restoredDay: null, earlier: null }}
        onStartOver={drop}
        onContinue={() => undefined}
        onDiscard={() => undefined}
      />
    ),
  };
}
