/** What a person did on the login page of the HTML before the app had loaded. */
export interface TypedBefore {
  email: string;
  password: string;
  /** The field with the caret, and where in it. */
  focused: { name: string; start: number | null; end: number | null } | null;
  /** "Log in" was pressed, or Enter. */
  isSubmitted: boolean;
}

const PAGE_ID = 'first-login';

/** Reads the login page of the HTML and removes it, once; null if there is none. */
export function takeTypedBefore(): TypedBefore | null {
  const page = document.getElementById(PAGE_ID);
  if (page === null) return null;
  const typedIn = (name: string) =>
    page.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? '';
  const active = document.activeElement;
  const focused =
    active instanceof HTMLInputElement && page.contains(active)
      ? { name: active.name, start: active.selectionStart, end: active.selectionEnd }
      : null;
  const typed = {
    email: typedIn('email'),
    password: typedIn('password'),
    focused,
    isSubmitted: page.dataset.submitted !== undefined,
  };
  page.remove();
  return typed;
}

/** Another screen than the login page is shown. */
export function removeFirstLogin(): void {
  document.getElementById(PAGE_ID)?.remove();
}
