-- Written by hand: devices of leads and supervisors hold other people's sessions by months, as the office's do. Entries keep their
-- place in the order; these devices pull from the start, because their cursors name no months.
DELETE FROM "change_index" WHERE "entity" = 'session' AND "has_left" AND ("scope" LIKE 'service:%' OR "scope" LIKE 'supervised:%');
--> statement-breakpoint
UPDATE "change_index" c SET "scope" = c."scope" || ':' || to_char(s."session_date", 'YYYY-MM')
FROM "sessions" s
WHERE c."entity" = 'session' AND c."id" = s."id"::text AND (c."scope" LIKE 'service:%' OR c."scope" LIKE 'supervised:%');
--> statement-breakpoint
INSERT INTO "change_index" ("scope", "entity", "id", "has_left", "xid", "seq", "changed_at")
SELECT places."scope" || ':open', 'session', s."id"::text, false, pg_current_xact_id(), nextval('change_seq'), clock_timestamp()
FROM "sessions" s
CROSS JOIN LATERAL (VALUES ('supervised:' || s."provider"), ('service:' || s."service")) places("scope")
WHERE s."approval_request" = 'pending' AND s."deleted_at" IS NULL AND places."scope" IS NOT NULL;
