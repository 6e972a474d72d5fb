-- Written by hand: devices of the office hold timesheets by months, and read other people's lunch breaks and timecards from the server.
-- Devices learn it with their next pull; nobody pulls again what they have.
INSERT INTO "change_index" ("scope", "entity", "id", "has_left", "xid", "seq", "changed_at")
SELECT 'org:' || to_char(t."period_start_date", 'YYYY-MM'), 'timesheet', t."id"::text, false, pg_current_xact_id(), nextval('change_seq'), clock_timestamp()
FROM "timesheets" t WHERE t."deleted_at" IS NULL;
--> statement-breakpoint
INSERT INTO "change_index" ("scope", "entity", "id", "has_left", "xid", "seq", "changed_at")
SELECT 'org:open', 'timesheet', t."id"::text, false, pg_current_xact_id(), nextval('change_seq'), clock_timestamp()
FROM "timesheets" t WHERE t."status" = 'submitted' AND t."deleted_at" IS NULL;
--> statement-breakpoint
UPDATE "change_index" SET "has_left" = true, "xid" = pg_current_xact_id(), "seq" = nextval('change_seq'), "changed_at" = clock_timestamp()
WHERE "scope" = 'org' AND "entity" IN ('lunch', 'timecard', 'timesheet') AND NOT "has_left";
