// Runs before everything else on the page.

// A chosen theme must never flash in the other colours. Without a choice the
// stylesheet follows the system by itself.
const chosenTheme = localStorage.getItem('theme');
if (chosenTheme === 'light' || chosenTheme === 'dark') document.documentElement.dataset.theme = chosenTheme;

// zod would try out whether it may make code from text; the content security policy
// forbids it and reports the attempt.
globalThis.__zod_globalConfig = { jitless: true };
