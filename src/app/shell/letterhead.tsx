import { useOrganization } from '#screens/device/known-organization.tsx';

/** Says on paper whose record it is, because the top bar isn't printed. */
export function Letterhead() {
  const { name, logo } = useOrganization();
  if (name === '' && logo === null) return null;
  return (
    <div className="mb-5 hidden items-center gap-3 border-border border-b pb-3 print:flex">
      {logo !== null && <img src={logo} alt="" className="max-h-10 max-w-48 object-contain object-left" />}
      <span className="font-medium text-sm">{name}</span>
    </div>
  );
}
