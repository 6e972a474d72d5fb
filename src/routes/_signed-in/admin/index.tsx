import { createFileRoute, Link } from '@tanstack/react-router';
import { FileUp, Gavel, LibraryBig, type LucideIcon, MonitorSmartphone } from 'lucide-react';
import { mayUse, type Permission } from '#domain/access/permissions.ts';
import { PageHeader } from '#ui/page-header.tsx';

export const Route = createFileRoute('/_signed-in/admin/')({ component: AdminScreen });

interface Area {
  label: string;
  words: string;
  to: '/admin/devices' | '/admin/quarantine' | '/admin/rescue' | '/admin/soap-options';
  permission: Permission;
  icon: LucideIcon;
}

const AREAS: readonly Area[] = [
  {
    label: 'Devices and sync',
    words: 'Last contact, unsent work and app version of every device. Report one lost.',
    to: '/admin/devices',
    permission: 'device.read-all',
    icon: MonitorSmartphone,
  },
  {
    label: 'Waiting for a decision',
    words: 'Work from lost devices and former accounts, and work that its author handed over.',
    to: '/admin/quarantine',
    permission: 'quarantine.decide',
    icon: Gavel,
  },
  {
    label: 'Import a rescue file',
    words: 'Bring in work that left a device in a file because it could not reach the office.',
    to: '/admin/rescue',
    permission: 'rescue.import',
    icon: FileUp,
  },
  {
    label: 'SOAP options',
    words: 'The bank of goals and plans with its translations, and the lists of codes.',
    to: '/admin/soap-options',
    permission: 'soap-option.record',
    icon: LibraryBig,
  },
];

function AdminScreen() {
  const { user } = Route.useRouteContext();
  const holder = { role: user.auth, grants: user.grants };
  return (
    <div className="grid gap-6">
      <PageHeader title="Admin" description="What keeps the organization running." />
      <ul aria-label="Areas" className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
        {AREAS.filter(({ permission }) => mayUse(holder, permission)).map(
          ({ label, words, to, icon: Icon }) => (
            <li key={to} className="grid">
              <Link
                to={to}
                className="flex gap-4 rounded-lg border border-border bg-card p-5 transition-colors hover:bg-accent"
              >
                <span className="grid size-10 shrink-0 place-items-center rounded-lg bg-primary-soft text-primary">
                  <Icon aria-hidden="true" className="size-5" />
                </span>
                <span className="grid content-start gap-1">
                  <span className="font-medium">{label}</span>
                  <span className="text-muted-foreground text-sm">{words}</span>
                </span>
              </Link>
            </li>
          ),
        )}
      </ul>
    </div>
  );
}
