import { z } from 'zod';
import { AdminMessageBody } from '#contract/admin-messages.ts';
import * as attachment from '#contract/attachment.ts';
import * as auth from '#contract/auth.ts';
import * as billingReports from '#contract/billing-reports.ts';
import * as bulkChanges from '#contract/bulk-changes.ts';
import * as calendar from '#contract/calendar.ts';
import * as calendarFeed from '#contract/calendar-feed.ts';
import * as catalog from '#contract/catalog.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import * as goal from '#contract/goal.ts';
import * as home from '#contract/home.ts';
import * as imports from '#contract/imports.ts';
import { endpoints } from '#contract/index.ts';
import * as lunch from '#contract/lunch.ts';
import * as lunchCards from '#contract/lunch-cards.ts';
import * as parent from '#contract/parent.ts';
import { RunWarnings } from '#contract/payroll.ts';
import { PaySum, ReportLine } from '#contract/payroll-figures.ts';
import * as quarantine from '#contract/quarantine.ts';
import { ReportSchedule, ReportScheduleBody } from '#contract/report-schedules.ts';
import * as session from '#contract/session.ts';
import * as soapNote from '#contract/soap-note.ts';
import * as soapOptions from '#contract/soap-options.ts';
import * as student from '#contract/student.ts';
import * as studentNote from '#contract/student-note.ts';
import * as studentService from '#contract/student-service.ts';
import * as sync from '#contract/sync.ts';
import * as timecard from '#contract/timecard.ts';
import * as timesheet from '#contract/timesheet.ts';
import { declared } from '#entities/declared.ts';
import * as workingDay from '#entities/working-day.ts';

type Io = 'input' | 'output';
type JsonSchema = Record<string, unknown>;

const CONTRACT = {
  ...{
    ...attachment,
    ...auth,
    ...billingReports,
    ...calendar,
    ...calendarFeed,
    ...catalog,
    ...goal,
    ...home,
    ...imports,
  },
  ...{
    ...lunch,
    ...lunchCards,
    ...parent,
    ...quarantine,
    ...session,
    ...soapNote,
    ...soapOptions,
    ...student,
  },
  ...{ ...studentNote, ...studentService, ...sync, ...timecard, ...timesheet, ...workingDay },
  ...{ AdminMessageBody, PaySum, PayLine: ReportLine, ReportSchedule, ReportScheduleBody, RunWarnings },
  PeriodDay: timesheet.HoursReply.shape.days.element,
  DeclaredTotals: timesheet.TimesheetBody.shape.totals,
  TransferOrder: bulkChanges.TransferOrder,
  SoapStep: soapNote.SoapNote.shape.steps.element,
};

/** "soap_note" and "lunch.list-cards" as "SoapNote" and "LunchListCards". */
function pascal(name: string): string {
  return name.replace(/(?:^|[._-])(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Unwraps list items and nullable types. */
function core(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodArray) return core(schema.element as z.ZodType);
  if (schema instanceof z.ZodNullable) return core(schema.unwrap() as z.ZodType);
  return schema;
}

/** Every schema with its name: the contract's, else the entity's, else the call's. */
function namesOfSchemas(): Map<z.ZodType, string> {
  const names = new Map<z.ZodType, string>();
  const taken = new Set<string>();
  const give = (schema: unknown, name: string) => {
    if (!(schema instanceof z.ZodObject) || names.has(schema) || taken.has(name)) return;
    names.set(schema, name);
    taken.add(name);
  };
  for (const [name, value] of Object.entries(CONTRACT)) give(value, name);
  for (const [name, { Row, Body, Changes }] of Object.entries(declared)) {
    give(Row, pascal(name));
    give(Body, `${pascal(name)}Body`);
    give(Changes, `${pascal(name)}Changes`);
  }
  for (const [name, { body, reply }] of Object.entries<Endpoint>(endpoints)) {
    if (body !== undefined) give(core(body), `${pascal(name)}Body`);
    if (reply !== undefined) give(core(reply), `${pascal(name)}Reply`);
  }
  return names;
}

const DEFINITION = '#/$defs/';

/**
 * Converts the contract's schemas to JSON Schema, each named one once. A schema whose input differs from its
 * output because of defaults has two names: `SessionRequest` in answers, `SessionRequestInput` in requests.
 */
export function createSchemaBook() {
  const names = namesOfSchemas();
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const convert = (schema: z.ZodType, io: Io): JsonSchema => {
    const { $schema: _, ...rest } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      metadata: registry,
    });
    return rest;
  };
  const sentOtherwise = new Set(
    [...names]
      .filter(
        ([schema]) => JSON.stringify(convert(schema, 'input')) !== JSON.stringify(convert(schema, 'output')),
      )
      .map(([, name]) => name),
  );
  const finalName = (name: string, io: Io) =>
    io === 'input' && sentOtherwise.has(name) ? `${name}Input` : name;
  const schemas = new Map<string, unknown>();

  const withReferences = (value: unknown, io: Io): unknown => {
    if (Array.isArray(value)) return value.map((one) => withReferences(one, io));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) =>
        name === '$ref' && typeof inner === 'string' && inner.startsWith(DEFINITION)
          ? [name, `#/components/schemas/${finalName(inner.slice(DEFINITION.length), io)}`]
          : [name, withReferences(inner, io)],
      ),
    );
  };
  return {
    /** The schema, with references to named ones. */
    schemaOf(schema: z.ZodType, io: Io): unknown {
      const { $defs, ...rest } = convert(schema, io);
      for (const [name, definition] of Object.entries($defs ?? {})) {
        schemas.set(finalName(name, io), withReferences(definition, io));
      }
      return withReferences(rest, io);
    },
    /** All schemas referenced so far, by name. */
    schemas: () => Object.fromEntries([...schemas].sort(([a], [b]) => a.localeCompare(b))),
  };
}
