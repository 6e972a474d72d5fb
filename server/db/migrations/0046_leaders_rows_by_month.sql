-- Written by hand: devices of leads and supervisors hold other people's sessions, notes, and goal entries by months, as the office's
-- hold sessions. Entries keep their place in the order; these devices pull from the start, because their cursors name no months.
DELETE FROM "change_index" WHERE "entity" IN ('session', 'soap_note', 'goal_entry') AND "has_left" AND "scope" ~ '^(service|supervised|team):';
--> statement-breakpoint
UPDATE "change_index" c SET "scope" = c."scope" || ':' || to_char(s."session_date", 'YYYY-MM')
FROM "sessions" s
WHERE c."entity" = 'session' AND c."id" = s."id"::text AND c."scope" ~ '^(service|supervised):';
--> statement-breakpoint
UPDATE "change_index" c SET "scope" = c."scope" || ':' || to_char(s."session_date", 'YYYY-MM')
FROM "soap_notes" n JOIN "sessions" s ON s."id" = n."session"
WHERE c."entity" = 'soap_note' AND c."id" = n."id"::text AND c."scope" ~ '^(service|team):';
--> statement-breakpoint
UPDATE "change_index" c SET "scope" = c."scope" || ':' || to_char(s."session_date", 'YYYY-MM')
FROM "goal_entries" e JOIN "soap_notes" n ON n."id" = e."soap_note" JOIN "sessions" s ON s."id" = n."session"
WHERE c."entity" = 'goal_entry' AND c."id" = e."id"::text AND c."scope" ~ '^(service|team):';
--> statement-breakpoint
INSERT INTO "change_index" ("scope", "entity", "id", "has_left", "xid", "seq", "changed_at")
SELECT places."scope" || ':open', 'session', s."id"::text, false, pg_current_xact_id(), nextval('change_seq'), clock_timestamp()
FROM "sessions" s
CROSS JOIN LATERAL (VALUES ('supervised:' || s."provider"), ('service:' || s."service")) places("scope")
WHERE s."approval_request" = 'pending' AND s."deleted_at" IS NULL AND places."scope" IS NOT NULL;
--> statement-breakpoint
INSERT INTO "change_index" ("scope", "entity", "id", "has_left", "xid", "seq", "changed_at")
SELECT places."scope" || ':open', rows."entity", rows."id", false, pg_current_xact_id(), nextval('change_seq'), clock_timestamp()
FROM "soap_notes" n
CROSS JOIN LATERAL (
  SELECT 'service:' || n."service" AS "scope"
  UNION ALL SELECT 'team:' || v."supervisor" FROM "supervisions" v WHERE v."supervisee" = n."provider"
) places
CROSS JOIN LATERAL (
  SELECT 'soap_note' AS "entity", n."id"::text AS "id"
  UNION ALL SELECT 'goal_entry', e."id"::text FROM "goal_entries" e WHERE e."soap_note" = n."id" AND e."deleted_at" IS NULL
) rows
WHERE n."state" = 'signed' AND n."needs_co_sign" AND n."deleted_at" IS NULL;
