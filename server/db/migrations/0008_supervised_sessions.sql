INSERT INTO "change_index" ("scope", "entity", "id", "has_left", "xid", "seq", "changed_at")
SELECT 'supervised:' || "provider", 'session', "id"::text, false, pg_current_xact_id(), nextval('change_seq'), clock_timestamp()
FROM "sessions" WHERE "deleted_at" IS NULL
ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "scope_members" ("user_id", "scope", "has_left", "xid", "seq")
SELECT s."supervisor", 'supervised:' || s."supervisee", false, pg_current_xact_id(), nextval('change_seq')
FROM "supervisions" s JOIN "users" u ON u."id" = s."supervisor"
WHERE u."role" = '4' AND u."is_active"
ON CONFLICT DO NOTHING;
