/** The formatting that messages may have. Everything else is removed, on the server and on the device. */
export const MESSAGE_TAGS = [
  'p',
  'br',
  'strong',
  'em',
  'u',
  's',
  'h2',
  'h3',
  'ul',
  'ol',
  'li',
  'blockquote',
  'hr',
  'a',
] as const;

/** Links have an address and nothing else; the rest is added when a message is shown. */
export const MESSAGE_ATTRIBUTES = ['href'] as const;

/** Links lead to web pages, mail, and phones. */
export const MESSAGE_SCHEMES = ['https', 'http', 'mailto', 'tel'] as const;

/** The most characters of a message as HTML. */
export const LONGEST_MESSAGE = 20_000;

/** The text of a message without its formatting, to check whether there is any. Its result is never HTML. */
export function plainMessage(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
