import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startApp } from '#app/start-app.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id "root"');

const app = startApp();
createRoot(root).render(<StrictMode>{app}</StrictMode>);
