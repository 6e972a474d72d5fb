// Runs before everything else on the page.

// A chosen theme must never flash in the other colors. Without a choice the
// stylesheet follows the system.
const chosenTheme = localStorage.getItem('theme');
if (chosenTheme === 'light' || chosenTheme === 'dark') document.documentElement.dataset.theme = chosenTheme;

// Who has logged in here may find another screen at the address of the login page.
if (localStorage.getItem('token') !== null) document.documentElement.dataset.device = 'known';

// zod tests whether it can compile code from strings; the content security policy
// forbids it and reports the attempt.
globalThis.__zod_globalConfig = { jitless: true };
