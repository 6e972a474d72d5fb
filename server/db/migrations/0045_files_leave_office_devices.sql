-- Written by hand: the office follows the files of students, as leads and supervisors do. An archived student's file stands in
-- the student's own scope, which only the office may follow, so whatever anyone else still has of it ends here.
UPDATE "scope_members" m SET "has_left" = true, "xid" = pg_current_xact_id(), "seq" = nextval('change_seq'), "changed_at" = clock_timestamp()
FROM "students" s WHERE m."scope" = 'student:' || s."id" AND s."archived" AND NOT m."has_left";--> statement-breakpoint
UPDATE "follows" f SET "has_left" = true, "xid" = pg_current_xact_id(), "seq" = nextval('change_seq'), "changed_at" = clock_timestamp()
FROM "students" s WHERE f."student" = s."id" AND s."archived" AND NOT f."has_left";--> statement-breakpoint
INSERT INTO "change_index" ("scope", "entity", "id", "has_left", "xid", "seq", "changed_at")
SELECT 'student:' || p."student", p."entity", p."id"::text, false, pg_current_xact_id(), nextval('change_seq'), clock_timestamp()
FROM (
	SELECT s."id" AS "student", 'student' AS "entity", s."id" FROM "students" s WHERE s."archived" AND s."merged_into" IS NULL
	UNION ALL
	SELECT a."student", 'student_service', a."id" FROM "assigned_services" a JOIN "students" s ON s."id" = a."student"
	WHERE s."archived" AND a."deleted_at" IS NULL
	UNION ALL
	SELECT r."student", 'parent', r."id" FROM "parents" r JOIN "students" s ON s."id" = r."student"
	WHERE s."archived" AND r."deleted_at" IS NULL
	UNION ALL
	SELECT r."student", 'goal', r."id" FROM "goals" r JOIN "students" s ON s."id" = r."student"
	WHERE s."archived" AND r."deleted_at" IS NULL
	UNION ALL
	SELECT r."student", 'student_note', r."id" FROM "student_notes" r JOIN "students" s ON s."id" = r."student"
	WHERE s."archived" AND r."deleted_at" IS NULL
	UNION ALL
	SELECT r."student", 'attachment', r."id" FROM "attachments" r JOIN "students" s ON s."id" = r."student"
	WHERE s."archived" AND r."deleted_at" IS NULL
) p
ON CONFLICT ("scope", "entity", "id") DO UPDATE
SET "has_left" = false, "xid" = excluded."xid", "seq" = excluded."seq", "changed_at" = excluded."changed_at"
WHERE "change_index"."has_left";--> statement-breakpoint
UPDATE "change_index" SET "has_left" = true, "xid" = pg_current_xact_id(), "seq" = nextval('change_seq'), "changed_at" = clock_timestamp()
WHERE "scope" = 'org' AND "entity" IN ('parent', 'goal', 'student_note', 'attachment') AND NOT "has_left";--> statement-breakpoint
INSERT INTO "sync_marks" ("xid", "mark", "made_at")
SELECT pg_current_xact_id(), gen_random_uuid(), clock_timestamp() WHERE EXISTS (SELECT FROM "change_index")
ON CONFLICT DO NOTHING;
