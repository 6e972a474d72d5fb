-- Written by hand: the office's devices hold sessions by months. Entries keep their place in the order; devices of the office pull
-- from the start, because their cursors name no months.
UPDATE "change_index" c SET "scope" = 'org:' || to_char(s."session_date", 'YYYY-MM')
FROM "sessions" s WHERE c."scope" = 'org' AND c."entity" = 'session' AND c."id" = s."id"::text AND NOT c."has_left";
--> statement-breakpoint
DELETE FROM "change_index" WHERE "scope" = 'org' AND "entity" = 'session';
--> statement-breakpoint
INSERT INTO "change_index" ("scope", "entity", "id", "has_left", "xid", "seq", "changed_at")
SELECT 'org:open', 'session', s."id"::text, false, pg_current_xact_id(), nextval('change_seq'), clock_timestamp()
FROM "sessions" s WHERE s."approval_request" = 'pending' AND s."deleted_at" IS NULL;
