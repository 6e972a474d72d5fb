import { createFileRoute } from '@tanstack/react-router';
import { MergeStudentsScreen } from '#features/students/merge-students-screen.tsx';
import { mergeSearch } from '#features/students/student-search.ts';
import { BackLink } from '#screens/list/back-link.tsx';
import { NotFound } from '../-not-found.tsx';

export const Route = createFileRoute('/_signed-in/students/merge')({
  staticData: { title: 'Merge student records', permission: 'student.record' },
  validateSearch: mergeSearch,
  component: MergeScreen,
});

function MergeScreen() {
  const { stays, merged } = Route.useSearch();
  const navigate = Route.useNavigate();
  if (stays === undefined) return <NotFound />;
  return (
    <div className="grid gap-3">
      <BackLink to={{ to: '/students/info/$id', params: { id: stays } }} title="Student" />
      <MergeStudentsScreen
        stays={stays}
        merged={merged ?? null}
        onChoose={(sides) =>
          void navigate({
            search: { stays: sides.stays, merged: sides.merged ?? undefined },
            replace: true,
          })
        }
        onMerged={(id) => void navigate({ to: '/students/info/$id', params: { id } })}
      />
    </div>
  );
}
