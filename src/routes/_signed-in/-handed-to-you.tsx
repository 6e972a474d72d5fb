import { mayUse } from '#domain/access/permissions.ts';
import { QuarantineList } from '#features/quarantine/quarantine-list.tsx';
import { useSignedIn } from '#screens/device/signed-in.ts';

/** Changes of others to decide on, for people who may decide but can't open Admin. */
export function HandedToYou() {
  const { auth, grants } = useSignedIn().profile;
  const holder = { role: auth, grants };
  if (!mayUse(holder, 'quarantine.decide') || mayUse(holder, 'admin.use')) return null;
  return (
    <section aria-labelledby="handed-to-you" className="grid gap-3 py-2">
      <div>
        <h2 id="handed-to-you" className="font-semibold text-base leading-6">
          Handed to you
        </h2>
        <p className="text-muted-foreground text-sm">
          Changes that reached the server but aren't applied yet. Accept one to apply it.
        </p>
      </div>
      <QuarantineList isPart />
    </section>
  );
}
