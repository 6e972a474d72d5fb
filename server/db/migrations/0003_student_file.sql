CREATE TABLE "assigned_services" (
	"id" uuid PRIMARY KEY NOT NULL,
	"student" uuid NOT NULL,
	"service" uuid NOT NULL,
	"provider" uuid,
	"authorised_minutes" integer,
	"authorised_per" text NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date,
	"deleted_at" timestamp (3) with time zone,
	"version" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attachments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"student" uuid NOT NULL,
	"soap_note" uuid,
	"file_name" text NOT NULL,
	"content_type" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"is_complete" boolean DEFAULT false NOT NULL,
	"uploaded_by" uuid NOT NULL,
	"captured_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "clinical_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"code" text NOT NULL,
	"description" text NOT NULL,
	"service" uuid,
	"is_sample" boolean DEFAULT false NOT NULL,
	"archived" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "goal_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"soap_note" uuid NOT NULL,
	"student" uuid NOT NULL,
	"provider" uuid NOT NULL,
	"goal" uuid NOT NULL,
	"pg_num" integer NOT NULL,
	"trials" integer,
	"correct" integer,
	"prompt_level" text NOT NULL,
	"comment" text NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "goal_options" (
	"id" uuid PRIMARY KEY NOT NULL,
	"option_text" text NOT NULL,
	"service" uuid,
	"translations" jsonb NOT NULL,
	"archived" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "goals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"student" uuid NOT NULL,
	"service" uuid,
	"goal_option" uuid,
	"goal_text" text NOT NULL,
	"baseline" text NOT NULL,
	"target" text NOT NULL,
	"criterion" text NOT NULL,
	"start_date" date NOT NULL,
	"target_date" date,
	"archived" boolean DEFAULT false NOT NULL,
	"captured_by" uuid NOT NULL,
	"captured_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "parents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"student" uuid NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"relationship" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"language" text NOT NULL,
	"is_primary" boolean NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plan_options" (
	"id" uuid PRIMARY KEY NOT NULL,
	"option_text" text NOT NULL,
	"service" uuid,
	"translations" jsonb NOT NULL,
	"archived" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "soap_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"student" uuid NOT NULL,
	"session" uuid NOT NULL,
	"provider" uuid NOT NULL,
	"service" uuid NOT NULL,
	"note_date" date NOT NULL,
	"subjective" text NOT NULL,
	"objective" text NOT NULL,
	"assessment" text NOT NULL,
	"plan" text NOT NULL,
	"cpt_codes" text[] DEFAULT '{}' NOT NULL,
	"dx_codes" text[] DEFAULT '{}' NOT NULL,
	"state" text NOT NULL,
	"needs_co_sign" boolean NOT NULL,
	"signed_by" uuid,
	"signed_at" timestamp (3) with time zone,
	"co_signed_by" uuid,
	"co_signed_at" timestamp (3) with time zone,
	"return_comment" text DEFAULT '' NOT NULL,
	"amendments" jsonb NOT NULL,
	"steps" jsonb NOT NULL,
	"captured_by" uuid NOT NULL,
	"captured_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "student_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"student" uuid NOT NULL,
	"provider" uuid NOT NULL,
	"note_date" date NOT NULL,
	"note" text NOT NULL,
	"captured_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "needs_codes" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "date_of_birth" date;--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "home_language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "qualifications" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "providers" ADD COLUMN "needs_co_sign" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "assigned_services_student_index" ON "assigned_services" USING btree ("student");--> statement-breakpoint
CREATE INDEX "assigned_services_provider_index" ON "assigned_services" USING btree ("provider");--> statement-breakpoint
CREATE INDEX "attachments_student_index" ON "attachments" USING btree ("student");--> statement-breakpoint
CREATE UNIQUE INDEX "clinical_codes_kind_code_index" ON "clinical_codes" USING btree ("kind","code") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "goal_entries_soap_note_pg_num_index" ON "goal_entries" USING btree ("soap_note","pg_num");--> statement-breakpoint
CREATE INDEX "goal_entries_goal_index" ON "goal_entries" USING btree ("goal");--> statement-breakpoint
CREATE INDEX "goals_student_index" ON "goals" USING btree ("student");--> statement-breakpoint
CREATE INDEX "parents_student_index" ON "parents" USING btree ("student");--> statement-breakpoint
CREATE INDEX "soap_notes_student_note_date_index" ON "soap_notes" USING btree ("student","note_date");--> statement-breakpoint
CREATE INDEX "soap_notes_session_index" ON "soap_notes" USING btree ("session");--> statement-breakpoint
CREATE INDEX "soap_notes_provider_note_date_index" ON "soap_notes" USING btree ("provider","note_date");--> statement-breakpoint
CREATE INDEX "student_notes_student_note_date_index" ON "student_notes" USING btree ("student","note_date");--> statement-breakpoint
-- For databases of before 0003: what students were assigned to, as open rows, so that the first
-- change of one keeps the others. A provider with none of the student's services gets the first of them.
WITH "pair" AS (
	SELECT ss."student", ss."service", sp."provider"
	FROM "student_services" ss
	LEFT JOIN ("student_providers" sp JOIN "provider_services" ps ON ps."provider" = sp."provider")
		ON sp."student" = ss."student" AND ps."service" = ss."service"
	UNION
	SELECT sp."student", (SELECT min(ss."service"::text)::uuid FROM "student_services" ss WHERE ss."student" = sp."student"), sp."provider"
	FROM "student_providers" sp
	WHERE NOT EXISTS (SELECT FROM "student_services" ss JOIN "provider_services" ps ON ps."service" = ss."service"
		WHERE ss."student" = sp."student" AND ps."provider" = sp."provider")
), "made" AS (
	INSERT INTO "assigned_services" ("id", "student", "service", "provider", "authorised_minutes", "authorised_per", "start_date", "end_date", "version")
	SELECT gen_random_uuid(), "student", "service", "provider", NULL, 'month', DATE '2000-01-01', NULL, 1
	FROM "pair" WHERE "service" IS NOT NULL
	RETURNING "id", "student"
)
INSERT INTO "change_index" ("scope", "entity", "id", "has_left", "xid", "seq", "changed_at")
SELECT s."scope", 'student_service', m."id"::text, false, pg_current_xact_id(), nextval('change_seq'), clock_timestamp()
FROM "made" m JOIN "students" st ON st."id" = m."student"
CROSS JOIN LATERAL (SELECT 'org' AS "scope" UNION ALL SELECT 'student:' || st."id" WHERE NOT st."archived") s;
