// Runs before the first paint, so that a chosen theme never flashes in the other colours.
// Without a choice the stylesheet follows the system by itself.
const chosenTheme = localStorage.getItem('theme');
if (chosenTheme === 'light' || chosenTheme === 'dark') document.documentElement.dataset.theme = chosenTheme;
