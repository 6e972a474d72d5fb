import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { InviteUser } from '#features/users/invite-form.tsx';
import { users } from '#features/users/user-list.tsx';
import { userListSearch } from '#features/users/user-search.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';

export const Route = createFileRoute('/_signed-in/admin/users/')({
  staticData: { title: 'Users', permission: 'user.read', reads: 'recent' },
  validateSearch: userListSearch,
  component: UsersScreen,
});

function UsersScreen() {
  const navigate = Route.useNavigate();
  const [invited, setInvited] = useState(0);
  return (
    <ReportScreen
      revision={invited}
      report={users}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      onOpen={(id) => void navigate({ to: '/admin/users/$id', params: { id } })}
      actions={<InviteUser onInvited={() => setInvited((before) => before + 1)} />}
    />
  );
}
