import { sql } from 'drizzle-orm';
import type { Audience } from '#domain/notifications/message-audience.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import { personNameOf } from '#server/db/person-name.ts';

/** The people of an audience who may log in, by name. */
export function peopleOf(tx: Transaction, audience: Audience): Promise<{ id: string; name: string }[]> {
  const { is_everyone, roles, clients, regions, people } = audience;
  return jsonRows(
    tx,
    sql`with addressed as (
        select c.id from clients c left join client_accounts a on a.id = c.id
        where c.id = any(${arrayParam(clients, 'uuid')})
          or a.district = any(${arrayParam(clients, 'uuid')})
          or a.regions && ${arrayParam(regions, 'uuid')}
      ),
      near as (
        select l.provider as id from student_providers l join students s on s.id = l.student
        where not s.archived and s.client in (select id from addressed)
        union select manager from client_accounts where id in (select id from addressed)
      )
      select w.id, ${sql.raw(personNameOf('w.id'))} as name
      from users w
      where w.is_active and (
        ${is_everyone}::boolean
        or w.role = any(${arrayParam(roles, 'text')})
        or w.id = any(${arrayParam(people, 'uuid')})
        or w.id in (select id from near)
      )
      order by name, w.id`,
  );
}
