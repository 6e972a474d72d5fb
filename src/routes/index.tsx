import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/')({ component: StartScreen });

function StartScreen() {
  return (
    <main>
      <h1>Caseload</h1>
    </main>
  );
}
