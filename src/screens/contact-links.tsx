import { Mail, Phone } from 'lucide-react';
import { phoneAddress } from '#domain/text/phone-address.ts';

const LOOK =
  'inline-flex min-h-6 items-center gap-1.5 text-primary underline-offset-4 hover:underline touch:min-h-11';

/** A phone number to call. Screen readers hear whose it is. */
export function PhoneLink({ phone, name }: { phone: string; name: string }) {
  return (
    <a href={phoneAddress(phone)} className={LOOK}>
      <Phone aria-hidden="true" className="size-4 shrink-0" />
      <span className="sr-only">Call {name}: </span>
      {phone}
    </a>
  );
}

/** An email address to write to. Screen readers hear whose it is. */
export function EmailLink({ email, name }: { email: string; name: string }) {
  return (
    <a href={`mailto:${encodeURIComponent(email)}`} className={LOOK}>
      <Mail aria-hidden="true" className="size-4 shrink-0" />
      <span className="sr-only">Write to {name}: </span>
      <span className="break-all">{email}</span>
    </a>
  );
}
