import { useMemo } from 'react';
import type { Service } from '#contract/catalog.ts';
import { service as declared } from '#entities/catalog.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { EntityCheck, EntityField } from '#screens/form/entity-field.tsx';
import { useEntityForm } from '#screens/form/entity-form.ts';
import { EntitySheet } from '#screens/form/entity-sheet.tsx';
import type { Problems } from '#screens/form/problems.ts';
import type { FormLeads } from '#screens/list/record-edit.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';

/** What the form holds. */
interface ServiceValues {
  name: string;
  short_name: string;
  category: string;
  default_minutes: string;
  is_billable: boolean;
}

interface ServiceFormProps extends FormLeads {
  /** Nothing for a new one. */
  service: Service | null;
  categories: readonly { id: string; name: string; archived: boolean }[];
  /** Refetches from the server. */
  reload: () => Promise<void>;
}

/** Adds, changes, or deletes a service. One that is in use can't be deleted: the server says so. */
export function ServiceForm({ service, categories, reload, ...leads }: ServiceFormProps) {
  const write = useServerWrite();
  const form = useEntityForm<'service', ServiceValues, Service>({
    entity: 'service',
    place: 'on the server',
    initial: useMemo(() => valuesOf(service), [service]),
    opened: service,
    draft: { form: 'service' },
    problemsOf,
    async save(values, { id, opened }) {
      const fields = fieldsOf(values);
      const refused =
        opened === null
          ? await write('service.create', { body: { id, ...fields } }, 0)
          : await write('service.update', { params: { id: opened.id }, body: fields }, opened.version);
      if (refused === null) void reload();
      return refused;
    },
    ...leads,
  });
  const { inputs, values } = form;
  return (
    <EntitySheet
      form={form}
      deletion={
        service === null
          ? undefined
          : {
              name: service.name,
              async run() {
                const refused = await write(
                  'service.delete',
                  { params: { id: service.id } },
                  service.version,
                );
                if (refused === null) void reload();
                return refused;
              },
            }
      }
    >
      <EntityField form={form} name="name" required>
        <Input autoComplete="off" {...inputs.register('name')} />
      </EntityField>
      <EntityField form={form} name="short_name" description="For narrow columns, such as SLP." required>
        <Input autoComplete="off" maxLength={12} {...inputs.register('short_name')} />
      </EntityField>
      <EntityField form={form} name="category" required>
        <Select {...inputs.register('category')}>
          <option value="">Choose…</option>
          {categories
            .filter(({ id, archived }) => !archived || id === service?.category)
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </Select>
      </EntityField>
      <EntityField form={form} name="default_minutes" required>
        <Input
          autoComplete="off"
          inputMode="numeric"
          className="tabular-nums"
          {...inputs.register('default_minutes')}
        />
      </EntityField>
      <div className="grid gap-1">
        <EntityCheck
          form={form}
          name="is_billable"
          checked={values.is_billable}
          onChange={(next) => inputs.setValue('is_billable', next, { shouldDirty: true })}
        />
        <p className="pl-7 text-muted-foreground text-xs leading-4">
          Sessions of other services aren't billed to clients.
        </p>
      </div>
    </EntitySheet>
  );
}

function valuesOf(service: Service | null): ServiceValues {
  return {
    name: service?.name ?? '',
    short_name: service?.short_name ?? '',
    category: service?.category ?? '',
    default_minutes: String(service?.default_minutes ?? 30),
    is_billable: service?.is_billable ?? true,
  };
}

function fieldsOf(values: ServiceValues) {
  const entered = values.default_minutes.trim();
  return {
    ...{ name: values.name.trim(), short_name: values.short_name.trim(), category: values.category },
    default_minutes: /^\d{1,4}$/.test(entered) ? Number(entered) : Number.NaN,
    is_billable: values.is_billable,
  };
}

/** The same rules that the server checks. */
function problemsOf(values: ServiceValues): Problems {
  const fields = fieldsOf(values);
  const problems: Record<string, string> = {};
  if (fields.category === '') problems.category = 'Choose a category.';
  if (Number.isNaN(fields.default_minutes)) problems.default_minutes = 'Enter whole minutes, such as 30.';
  const { error } = declared.Changes.required().safeParse(fields);
  for (const { path, message } of error?.issues ?? []) problems[String(path[0])] ??= message;
  return problems;
}
