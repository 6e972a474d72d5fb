/*
 * The whole script of the login page in the HTML. It keeps what is typed and pressed until the app's own form
 * takes it over (`features/account/typed-before.ts`). The app is fetched after the first paint, and starts once
 * the person does something: until then there is nothing that it would add, except in the demo organization.
 */
import type { Endpoints } from '#contract/index.ts';

const DEMO: Endpoints['operations.demo']['path'] = '/api/demo/';
const ACTS = ['pointerdown', 'keydown', 'focusin', 'input'] as const;
/** Long enough for the first paint, short enough for the first letter. */
const PAUSE_MS = 300;

const page = document.getElementById('first-login');
const form = page?.querySelector('form');
const app = page?.dataset.app;
const style = page?.dataset.style;

// The browser may offer to install the app only once: the app finds it here (`install-offer.ts`).
window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  window.earlyInstallOffer = event;
});

function addLink(attributes: Partial<HTMLLinkElement>): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), attributes);
  document.head.append(link);
  return link;
}

let loading: Promise<void> | null = null;
/** Loads the app's stylesheet: the page itself holds the rules of the form only. */
function loadStyle(): Promise<void> {
  loading ??= new Promise((resolve, reject) => {
    const link = addLink({ rel: 'stylesheet', href: style ?? '' });
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      loading = null;
      link.remove();
      reject(new Error('The stylesheet could not be loaded.'));
    });
  });
  return loading;
}

let isStarted = false;
function startApp(): void {
  if (isStarted || app === undefined) return;
  isStarted = true;
  addLink({ rel: 'modulepreload', href: app });
  loadStyle()
    .then(() => import(/* @vite-ignore */ app))
    .catch(() => {
      isStarted = false;
      sayFailure();
    });
}

function sayFailure(): void {
  if (page === null || form === undefined || form === null) return;
  delete page.dataset.submitted;
  setBusy(false);
  const words = form.querySelector('[role="alert"]') ?? document.createElement('p');
  words.setAttribute('role', 'alert');
  words.className = 'text-destructive text-sm';
  words.textContent = "Caseload couldn't be loaded. Check your connection, and log in again.";
  form.prepend(words);
}

function setBusy(isBusy: boolean): void {
  form?.querySelector('button[type="submit"]')?.setAttribute('aria-busy', String(isBusy));
}

form?.addEventListener('submit', (event) => {
  event.preventDefault();
  if (page !== null) page.dataset.submitted = '';
  setBusy(true);
  startApp();
});

form?.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button[type="button"]') : null;
  const password = form.querySelector<HTMLInputElement>('input[name="password"]');
  if (button === null || password === null) return;
  const isShown = password.type === 'text';
  password.type = isShown ? 'password' : 'text';
  button.setAttribute('aria-label', isShown ? 'Show password' : 'Hide password');
});

/** Fetches the app's files with the least priority; in the demo organization it starts, and shows the demo accounts. */
async function prepare(): Promise<void> {
  if (isStarted || app === undefined) return;
  addLink({ rel: 'prefetch', as: 'script', href: app });
  loadStyle().catch(() => undefined);
  const answer = await fetch(DEMO).catch(() => null);
  const found: { sign_ins?: unknown[] } | null = answer?.ok ? await answer.json() : null;
  if ((found?.sign_ins ?? []).length > 0) startApp();
}

if (document.documentElement.dataset.device === 'known') startApp();
else {
  for (const act of ACTS) document.addEventListener(act, startApp, { once: true, capture: true });
  // What the page itself needs comes first.
  window.addEventListener('load', () => setTimeout(() => void prepare(), PAUSE_MS));
}
