import DOMPurify from 'dompurify';
import { useLayoutEffect, useRef } from 'react';
import { MESSAGE_ATTRIBUTES, MESSAGE_SCHEMES, MESSAGE_TAGS } from '#domain/notifications/message-html.ts';
import { cn } from '#ui/class-names.ts';

const ALLOWED_URI_REGEXP = new RegExp(`^(?:${MESSAGE_SCHEMES.join('|')}):`, 'i');

/**
 * The formatting that messages may have, with links that open in their own tab. As nodes: the content security
 * policy refuses text as HTML.
 */
export function messageNodes(html: string): DocumentFragment {
  const nodes = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: [...MESSAGE_TAGS],
    ALLOWED_ATTR: [...MESSAGE_ATTRIBUTES],
    ALLOWED_URI_REGEXP,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const link of nodes.querySelectorAll('a')) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  }
  return nodes;
}

const look = cn(
  'wrap-anywhere grid gap-3 text-sm leading-6',
  '[&_h2]:font-semibold [&_h2]:text-base [&_h3]:font-semibold',
  '[&_ul]:list-disc [&_ul]:pl-5 [&_ol]:list-decimal [&_ol]:pl-5',
  '[&_blockquote]:border-border [&_blockquote]:border-l-2 [&_blockquote]:pl-3',
  '[&_a]:text-primary [&_a]:underline [&_a]:underline-offset-4',
);

/** The formatted text of a message, sanitized again where it is shown. */
export function MessageBody({ html }: { html: string }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.replaceChildren(messageNodes(html)), [html]);
  return <div ref={box} className={look} />;
}
