/** "Page 1 of 2" in print: a style sheet of its own, because only printing needs it. */
const PAGES = `@page {
  margin: 1.5cm 1.5cm 2cm;
  @bottom-right { content: "Page " counter(page) " of " counter(pages); font: 9pt sans-serif; }
}`;

/**
 * Numbers printed pages until the returned function is called. An engine that can't prints without numbers.
 */
export function numberPages(): () => void {
  if (!('adoptedStyleSheets' in document) || typeof CSSStyleSheet.prototype.replaceSync !== 'function') {
    return () => undefined;
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(PAGES);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  };
}
