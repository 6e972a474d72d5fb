import { getSchema } from '@tiptap/core';
import { DOMParser, type Schema } from '@tiptap/pm/model';
import { EditorContent, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { Bold, Heading2, Italic, List, ListOrdered, type LucideIcon, Quote, Underline } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { cn } from '#ui/class-names.ts';
import { LinkButton } from './link-button.tsx';
import { messageNodes } from './message-body.tsx';

interface RichTextProps {
  /** HTML. */
  value: string;
  onChange: (html: string) => void;
  /** Names the text field. */
  label: string;
  isInvalid: boolean;
}

const textLook = cn(
  'wrap-break-word min-h-40 whitespace-pre-wrap px-3 py-2 text-sm leading-6 outline-none space-y-3',
  '[&_h2]:font-semibold [&_h2]:text-base [&_ul]:list-disc [&_ul]:pl-5 [&_ol]:list-decimal [&_ol]:pl-5',
  '[&_blockquote]:border-border [&_blockquote]:border-l-2 [&_blockquote]:pl-3 [&_a]:text-primary [&_a]:underline',
);

const EXTENSIONS = [
  StarterKit.configure({
    ...{ code: false, codeBlock: false, heading: { levels: [2, 3] } },
    link: { openOnClick: false, protocols: ['mailto', 'tel'], defaultProtocol: 'https' },
  }),
];

let schema: Schema | undefined;

/** HTML as the editor's document: the editor would parse it in a way that the content security policy refuses. */
function documentOf(html: string) {
  schema ??= getSchema(EXTENSIONS);
  return DOMParser.fromSchema(schema).parse(messageNodes(html)).toJSON();
}

/** A small editor for formatted text: headings, bold, italic, underline, lists, quotes, and links. */
export default function RichText({ value, onChange, label, isInvalid }: RichTextProps) {
  /** The text that the editor holds. */
  const known = useRef(value);
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: documentOf(value),
    // The editor would write a style element, which the content security policy refuses.
    injectCSS: false,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, class: textLook },
    },
    onUpdate: ({ editor: changed }) => {
      known.current = changed.isEmpty ? '' : changed.getHTML();
      onChange(known.current);
    },
  });
  // A restored draft, or a form that was reset.
  useEffect(() => {
    if (value === known.current) return;
    known.current = value;
    editor.commands.setContent(documentOf(value), { emitUpdate: false });
  }, [editor, value]);
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      underline: now.isActive('underline'),
      heading: now.isActive('heading', { level: 2 }),
      bulletList: now.isActive('bulletList'),
      orderedList: now.isActive('orderedList'),
      blockquote: now.isActive('blockquote'),
      link: now.isActive('link'),
    }),
  });
  const run = () => editor.chain().focus();
  const setLink = (href: string | null) => {
    if (href === null) run().extendMarkRange('link').unsetLink().run();
    else if (active.link || !editor.state.selection.empty) {
      run().extendMarkRange('link').setLink({ href }).run();
    } else {
      // Nothing is selected: the address is the text.
      run()
        .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
        .run();
    }
  };
  const tools: readonly [keyof typeof active, string, LucideIcon, () => void][] = [
    ['bold', 'Bold', Bold, () => run().toggleBold().run()],
    ['italic', 'Italic', Italic, () => run().toggleItalic().run()],
    ['underline', 'Underline', Underline, () => run().toggleUnderline().run()],
    ['heading', 'Heading', Heading2, () => run().toggleHeading({ level: 2 }).run()],
    ['bulletList', 'Bulleted list', List, () => run().toggleBulletList().run()],
    ['orderedList', 'Numbered list', ListOrdered, () => run().toggleOrderedList().run()],
    ['blockquote', 'Quote', Quote, () => run().toggleBlockquote().run()],
  ];
  return (
    <div
      className={cn(
        'rounded-md border bg-card focus-within:outline-2 focus-within:outline-ring',
        isInvalid ? 'border-destructive' : 'border-input',
      )}
    >
      <div
        role="toolbar"
        aria-label="Formatting"
        className="flex flex-wrap gap-0.5 border-border border-b p-1"
      >
        {tools.map(([name, words, Icon, press]) => (
          <Button
            key={name}
            size="icon"
            variant="ghost"
            aria-label={words}
            aria-pressed={active[name]}
            title={words}
            className="aria-pressed:bg-accent"
            onClick={press}
          >
            <Icon aria-hidden="true" />
          </Button>
        ))}
        <LinkButton
          isActive={active.link}
          address={() => (active.link ? String(editor.getAttributes('link').href ?? '') : null)}
          onLink={setLink}
        />
      </div>
      <EditorContent editor={editor} />
    </div>
  );
}
