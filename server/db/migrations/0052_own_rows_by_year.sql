-- Written by hand: devices hold their person's own sessions, notes, and goal entries by fiscal years. Entries keep their place in the
-- order; devices pull from the start, because their cursors name no fiscal years.
DELETE FROM "change_index" WHERE "entity" IN ('session', 'soap_note', 'goal_entry') AND "has_left" AND "scope" LIKE 'user:%';
--> statement-breakpoint
UPDATE "change_index" c SET "scope" = c."scope" || ':fy' || extract(year FROM s."session_date" - interval '6 months')::int
FROM "sessions" s
WHERE c."entity" = 'session' AND c."id" = s."id"::text AND c."scope" ~ '^user:[^:]+$';
--> statement-breakpoint
UPDATE "change_index" c SET "scope" = c."scope" || ':fy' || extract(year FROM s."session_date" - interval '6 months')::int
FROM "soap_notes" n JOIN "sessions" s ON s."id" = n."session"
WHERE c."entity" = 'soap_note' AND c."id" = n."id"::text AND c."scope" ~ '^user:[^:]+$';
--> statement-breakpoint
UPDATE "change_index" c SET "scope" = c."scope" || ':fy' || extract(year FROM s."session_date" - interval '6 months')::int
FROM "goal_entries" e JOIN "soap_notes" n ON n."id" = e."soap_note" JOIN "sessions" s ON s."id" = n."session"
WHERE c."entity" = 'goal_entry' AND c."id" = e."id"::text AND c."scope" ~ '^user:[^:]+$';
--> statement-breakpoint
INSERT INTO "change_index" ("scope", "entity", "id", "has_left", "xid", "seq", "changed_at")
SELECT 'user:' || s."provider" || ':open', 'session', s."id"::text, false, pg_current_xact_id(), nextval('change_seq'), clock_timestamp()
FROM "sessions" s WHERE s."approval_request" = 'pending' AND s."deleted_at" IS NULL;
--> statement-breakpoint
INSERT INTO "change_index" ("scope", "entity", "id", "has_left", "xid", "seq", "changed_at")
SELECT 'user:' || n."provider" || ':open', rows."entity", rows."id", false, pg_current_xact_id(), nextval('change_seq'), clock_timestamp()
FROM "soap_notes" n
CROSS JOIN LATERAL (
  SELECT 'soap_note' AS "entity", n."id"::text AS "id"
  UNION ALL SELECT 'goal_entry', e."id"::text FROM "goal_entries" e WHERE e."soap_note" = n."id" AND e."deleted_at" IS NULL
) rows
WHERE (n."state" IN ('draft', 'returned') OR n."state" = 'signed' AND n."needs_co_sign") AND n."deleted_at" IS NULL;
