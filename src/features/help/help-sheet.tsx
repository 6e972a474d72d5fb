import { Link } from '@tanstack/react-router';
import { ArrowLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { policyOn } from '#domain/lunch/meal-policy.ts';
import { useOrganization } from '#screens/device/known-organization.tsx';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';
import { Button } from '#ui/button.tsx';
import { Input } from '#ui/input.tsx';
import { Sheet, SheetBody, SheetContent, SheetHeader, SheetTitle } from '#ui/sheet.tsx';
import { type HelpPage, sectionText } from './help-page.ts';
import { pageOfScreen, searchHelp } from './help-pages.ts';
import { rememberTour } from './tour-memory.ts';

interface HelpSheetProps {
  pathname: string;
  hasPages: boolean;
  onClose: () => void;
}

/** The help document: opens at the page about the screen, and finds any other. It needs no connection. */
export function HelpSheet({ pathname, hasPages, onClose }: HelpSheetProps) {
  const [page, setPage] = useState<HelpPage | null>(() => pageOfScreen(pathname));
  const [query, setQuery] = useState('');
  const { profile } = useSignedIn();
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent aria-describedby={undefined} className="sm:max-w-lg">
        <SheetHeader>
          <SheetTitle>Help</SheetTitle>
        </SheetHeader>
        <SheetBody>
          {page === null ? (
            <Pages query={query} onSearch={setQuery} onOpen={setPage} />
          ) : (
            <Page page={page} onBack={() => setPage(null)} />
          )}
          {hasPages && (
            <p className="mt-6 border-border border-t pt-4 text-sm">
              <Link
                to="/changelog"
                className="font-medium text-primary underline underline-offset-4"
                onClick={onClose}
              >
                Changelog
              </Link>
              : what's new in Caseload.
            </p>
          )}
          <Button
            variant="outline"
            size="sm"
            className="mt-4"
            onClick={() => {
              rememberTour(profile.user_id, true);
              onClose();
            }}
          >
            Show the tour again
          </Button>
        </SheetBody>
      </SheetContent>
    </Sheet>
  );
}

interface PagesProps {
  query: string;
  onSearch: (query: string) => void;
  onOpen: (page: HelpPage) => void;
}

function Pages({ query, onSearch, onOpen }: PagesProps) {
  const { auth } = useSignedIn().profile;
  const found = searchHelp(query);
  // Without a search: the person's own role first, then the tasks, then other roles.
  const rank = ({ role }: HelpPage) => (role === auth ? 0 : role === undefined ? 1 : 2);
  const shown = query.trim() === '' ? found.toSorted((a, b) => rank(a) - rank(b)) : found;
  return (
    <div className="grid gap-4">
      {/* Not a debounced search box: leaving it for a result must not move the results. */}
      <Input
        type="search"
        aria-label="Search help"
        placeholder="What do you want to do?"
        value={query}
        onChange={({ target }) => onSearch(target.value)}
      />
      <p role="status" className="sr-only">
        {shown.length === 1 ? '1 page' : `${shown.length} pages`}
      </p>
      {shown.length === 0 && (
        <p className="text-muted-foreground text-sm">
          No pages match your search. Try another word, or press Support to ask.
        </p>
      )}
      <ul aria-label="Help pages" className="grid gap-1">
        {shown.map((page) => (
          <li key={page.id}>
            <button
              type="button"
              className="flex min-h-11 w-full items-center gap-3 rounded-lg px-3 py-2 text-left hover:bg-accent"
              onClick={() => onOpen(page)}
            >
              <span className="min-w-0 flex-1">
                <span className="block font-medium text-sm">{page.title}</span>
                <span className="block text-muted-foreground text-sm">{page.about}</span>
              </span>
              <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Page({ page, onBack }: { page: HelpPage; onBack: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { meal_policies } = useOrganization();
  const today = useToday();
  useEffect(() => {
    if (page.id !== '') heading.current?.focus();
  }, [page.id]);
  return (
    <article aria-label={page.title} className="grid gap-5">
      <Button variant="ghost" size="sm" className="-ml-2 justify-self-start" onClick={onBack}>
        <ArrowLeft aria-hidden="true" />
        All help pages
      </Button>
      <h2 ref={heading} tabIndex={-1} className="font-semibold text-xl outline-none">
        {page.title}
      </h2>
      {page.sections.map((section) => (
        <section key={section.heading} className="grid gap-2">
          <h3 className="font-medium">{section.heading}</h3>
          {section.text !== undefined && (
            <p className="text-sm leading-6">{sectionText(section, policyOn(meal_policies, today))}</p>
          )}
          {section.steps !== undefined && (
            <ol className="grid list-decimal gap-1.5 pl-5 text-sm leading-6">
              {section.steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          )}
        </section>
      ))}
    </article>
  );
}
