CREATE TABLE "follows" (
	"device_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"student" uuid NOT NULL,
	"has_left" boolean NOT NULL,
	"xid" "xid8" NOT NULL,
	"seq" bigint NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "follows_user_id_device_id_student_pk" PRIMARY KEY("user_id","device_id","student")
);
--> statement-breakpoint
ALTER TABLE "scope_members" ADD COLUMN "changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
-- Written by hand: students, their assigned services, and clients stand also in the scopes of services and providers, and
-- leads and supervisors have the scopes of their own students alone.
INSERT INTO "change_index" ("scope", "entity", "id", "has_left", "xid", "seq", "changed_at")
SELECT p."scope", p."entity", p."id"::text, false, pg_current_xact_id(), nextval('change_seq'), clock_timestamp()
FROM (
	SELECT 'service:' || l."service" AS "scope", 'student' AS "entity", s."id"
	FROM "students" s JOIN "student_services" l ON l."student" = coalesce(s."merged_into", s."id")
		LEFT JOIN "students" t ON t."id" = s."merged_into"
	WHERE NOT coalesce(t."archived", s."archived")
	UNION ALL
	SELECT 'supervised:' || l."provider", 'student', s."id"
	FROM "students" s JOIN "student_providers" l ON l."student" = coalesce(s."merged_into", s."id")
		LEFT JOIN "students" t ON t."id" = s."merged_into"
	WHERE NOT coalesce(t."archived", s."archived")
	UNION ALL
	SELECT 'service:' || l."service", 'student_service', a."id"
	FROM "assigned_services" a JOIN "students" s ON s."id" = a."student" JOIN "student_services" l ON l."student" = s."id"
	WHERE NOT s."archived" AND a."deleted_at" IS NULL
	UNION ALL
	SELECT 'supervised:' || l."provider", 'student_service', a."id"
	FROM "assigned_services" a JOIN "students" s ON s."id" = a."student" JOIN "student_providers" l ON l."student" = s."id"
	WHERE NOT s."archived" AND a."deleted_at" IS NULL
	UNION ALL
	SELECT DISTINCT 'service:' || l."service", 'client', c."id"
	FROM "clients" c JOIN "students" s ON s."client" = c."id" JOIN "student_services" l ON l."student" = s."id"
	WHERE NOT s."archived" AND c."deleted_at" IS NULL
) p
ON CONFLICT DO NOTHING;--> statement-breakpoint
UPDATE "scope_members" m SET "has_left" = true, "xid" = pg_current_xact_id(), "seq" = nextval('change_seq'), "changed_at" = clock_timestamp()
FROM "users" u
WHERE u."id" = m."user_id" AND u."role" IN ('3', '4') AND NOT m."has_left"
	AND (m."scope" LIKE 'student:%' OR m."scope" LIKE 'client:%')
	AND NOT EXISTS (
		SELECT FROM "student_providers" l JOIN "students" s ON s."id" = l."student"
		WHERE l."provider" = u."id" AND NOT s."archived"
			AND m."scope" IN ('student:' || s."id", 'client:' || s."client")
	);--> statement-breakpoint
INSERT INTO "sync_marks" ("xid", "mark", "made_at")
SELECT pg_current_xact_id(), gen_random_uuid(), clock_timestamp() WHERE EXISTS (SELECT FROM "scope_members")
ON CONFLICT DO NOTHING;
