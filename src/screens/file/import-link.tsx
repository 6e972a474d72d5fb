import { Link } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import { type ImportKind, mayImport } from '#domain/imports/import-kinds.ts';
import { KIND_WORDS } from '#domain/imports/import-words.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { Button } from '#ui/button.tsx';

/** From a list to the import of a file of its records, for people who may import them. */
export function ImportLink({ kind }: { kind: ImportKind }) {
  const { profile } = useSignedIn();
  if (!mayImport({ role: profile.auth, grants: profile.grants }, kind)) return null;
  return (
    <Button asChild variant="outline">
      <Link to="/admin/import/$kind" params={{ kind }}>
        <FileUp aria-hidden="true" />
        Import {KIND_WORDS[kind].many}
      </Link>
    </Button>
  );
}
