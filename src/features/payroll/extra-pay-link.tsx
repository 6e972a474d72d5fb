import { Link } from '@tanstack/react-router';
import { Car } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';

/** The way to mileage and paid time off, which no menu has. */
export function ExtraPayLink() {
  return (
    <Button asChild variant="outline">
      <Link to="/payroll/extra-pay">
        <Car aria-hidden="true" />
        Extra pay
      </Link>
    </Button>
  );
}

/** The way back, with the one to extra pay at its end. */
export function BackAndExtraPay({ back }: { back: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 print:hidden">
      {back}
      <ExtraPayLink />
    </div>
  );
}
