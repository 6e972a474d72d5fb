import { createFileRoute } from '@tanstack/react-router';
import { Feedback } from '#features/feedback/feedback.tsx';

export const Route = createFileRoute('/_signed-in/feedback')({
  staticData: { title: 'Feedback', permission: 'feedback.use', reads: 'nothing' },
  component: Feedback,
});
