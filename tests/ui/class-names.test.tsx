import { render } from '@testing-library/react';
import { twMerge } from 'tailwind-merge';
import { describe, expect, test } from 'vitest';
import { LoginForm } from '#features/account/login-form.tsx';
import { Note } from '#features/account/note.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';

/** Classes replaced by a later one on the same element, before anything resolves conflicts. */
function conflicting(root: Element): string[] {
  return [root, ...root.querySelectorAll('[class]')].flatMap((element) => {
    const classes = element.getAttribute('class') ?? '';
    const kept = new Set(twMerge(classes).split(' '));
    return classes.split(/\s+/).filter((name) => name !== '' && !kept.has(name));
  });
}

describe('before tailwind-merge is loaded', () => {
  test.each(['default', 'secondary', 'outline', 'ghost', 'destructive', 'link'] as const)(
    'a %s button has no two classes for one property in any size',
    (variant) => {
      const { container } = render(
        <>
          {(['default', 'sm', 'lg', 'icon'] as const).map((size) => (
            <Button key={size} variant={variant} size={size} className="mt-1 w-full">
              Go
            </Button>
          ))}
        </>,
      );
      expect(conflicting(container)).toEqual([]);
    },
  );

  test('the login form has no two classes for one property', () => {
    const { container } = render(
      <LoginForm
        onSubmit={() => undefined}
        isBusy={false}
        problem="Email Credentials Rejected"
        demoSignIns={[]}
      />,
    );
    expect(conflicting(container)).toEqual([]);
  });

  test('a field with an error and a note have no two classes for one property', () => {
    const { container } = render(
      <>
        <Field label="Email" error="Enter your email">
          <Input />
        </Field>
        <Note tone="problem">Try again</Note>
      </>,
    );
    expect(conflicting(container)).toEqual([]);
  });
});
