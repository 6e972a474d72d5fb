import { createFileRoute } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { MessageForm } from '#features/notifications/message-form.tsx';
import { messages } from '#features/notifications/message-list.tsx';
import { messageListSearch } from '#features/notifications/message-search.ts';
import { useAskedToAdd } from '#screens/list/asked-to-add.ts';
import { useRecordEdit } from '#screens/list/record-edit.tsx';
import { ReportScreen } from '#screens/report/report-screen.tsx';
import { Button } from '#ui/button.tsx';

export const Route = createFileRoute('/_signed-in/admin/messages/')({
  staticData: { title: 'Messages', permission: 'message.send', reads: 'recent' },
  validateSearch: messageListSearch,
  component: MessagesScreen,
});

function MessagesScreen() {
  const navigate = Route.useNavigate();
  const [sent, setSent] = useState(0);
  const edit = useRecordEdit<never>();
  useAskedToAdd(edit.openNew);
  return (
    <>
      <ReportScreen
        revision={sent}
        report={messages}
        search={Route.useSearch()}
        onSearch={(search) => void navigate({ search, replace: true })}
        onOpen={(id) => void navigate({ to: '/admin/messages/$id', params: { id } })}
        actions={
          <Button onClick={edit.openNew}>
            <Plus aria-hidden="true" />
            New message
          </Button>
        }
      />
      {edit.form((_, { onClose }) => (
        <MessageForm
          message={null}
          onClose={() => {
            onClose();
            setSent((before) => before + 1);
          }}
        />
      ))}
    </>
  );
}
