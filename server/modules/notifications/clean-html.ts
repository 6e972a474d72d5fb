import sanitizeHtml from 'sanitize-html';
import { MESSAGE_ATTRIBUTES, MESSAGE_SCHEMES, MESSAGE_TAGS } from '#domain/notifications/message-html.ts';

/** A message has no place that a relative address could be relative to. */
const WHOLE_ADDRESS = new RegExp(`^(?:${MESSAGE_SCHEMES.join('|')}):`, 'i');

/**
 * The HTML of a message with nothing but the formatting that messages may have: no scripts, styles, images,
 * or frames, and links to web pages, mail, and phones only.
 */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...MESSAGE_TAGS],
    allowedAttributes: { a: [...MESSAGE_ATTRIBUTES] },
    allowedSchemes: [...MESSAGE_SCHEMES],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    transformTags: {
      ...{ b: 'strong', i: 'em', strike: 's', del: 's', h1: 'h2', div: 'p' },
      a: (tagName, { href = '' }) => ({
        tagName,
        attribs: WHOLE_ADDRESS.test(href.trim()) ? { href: href.trim() } : {},
      }),
    },
  }).trim();
}
