CREATE TABLE "student_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"district_student_id" text DEFAULT '' NOT NULL,
	"case_manager" text DEFAULT '' NOT NULL,
	"payer" text DEFAULT '' NOT NULL,
	"member_id" text DEFAULT '' NOT NULL,
	"consent_date" date,
	"release_date" date,
	"has_esy" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "iep_annual_date" date;--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "iep_triennial_date" date;--> statement-breakpoint
INSERT INTO "student_accounts" ("id") SELECT "id" FROM "students";