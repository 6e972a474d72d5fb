import { displayDay } from '#domain/time/pacific.ts';
import { useOrganization } from '#screens/device/known-organization.tsx';
import { ownName } from '#screens/device/own-name.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';
import { usePrinting } from '#ui/use-printing.ts';

/** Says on paper whose record it is, who printed it, and when, because the top bar isn't printed. */
export function Letterhead() {
  const { name, logo } = useOrganization();
  const { profile } = useSignedIn();
  const today = useToday();
  const isPrinting = usePrinting();
  if (name === '' && logo === null && !isPrinting) return null;
  return (
    <div className="mb-5 hidden items-center gap-3 border-border border-b pb-3 print:flex">
      {logo !== null && <img src={logo} alt="" className="max-h-10 max-w-48 object-contain object-left" />}
      <span className="font-medium text-sm">{name}</span>
      {isPrinting && (
        <span className="ml-auto text-xs">
          Printed {displayDay(today)} by {ownName(profile)}
        </span>
      )}
    </div>
  );
}
