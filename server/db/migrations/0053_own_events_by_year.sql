-- Written by hand: devices hold their person's own calendar events by fiscal years, too: those in which an event begins and ends,
-- and that of its series. Entries keep their place in the order.
DELETE FROM "change_index" WHERE "entity" = 'calendar_event' AND "has_left" AND "scope" LIKE 'user:%';
--> statement-breakpoint
INSERT INTO "change_index" ("scope", "entity", "id", "has_left", "xid", "seq", "changed_at")
SELECT DISTINCT ON (c."scope", c."id", other."year")
  c."scope" || ':fy' || other."year", c."entity", c."id", false, pg_current_xact_id(), nextval('change_seq'), clock_timestamp()
FROM "change_index" c
JOIN "calendar_events" e ON c."id" = e."id"::text
CROSS JOIN LATERAL (
  SELECT extract(year FROM d."day" - interval '6 months')::int AS "year"
  FROM (VALUES (e."event_end_date"), (e."original_date")) d ("day") WHERE d."day" IS NOT NULL
) other
WHERE c."entity" = 'calendar_event' AND c."scope" ~ '^user:[^:]+$'
  AND other."year" <> extract(year FROM e."event_start_date" - interval '6 months')::int;
--> statement-breakpoint
UPDATE "change_index" c SET "scope" = c."scope" || ':fy' || extract(year FROM e."event_start_date" - interval '6 months')::int
FROM "calendar_events" e
WHERE c."entity" = 'calendar_event' AND c."id" = e."id"::text AND c."scope" ~ '^user:[^:]+$';
