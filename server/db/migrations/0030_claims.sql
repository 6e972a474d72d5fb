CREATE SEQUENCE "public"."claim_control_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 999999999 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "claim_batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"payer" text NOT NULL,
	"payer_id" text NOT NULL,
	"receiver_name" text NOT NULL,
	"receiver_id" text NOT NULL,
	"submitter_id" text NOT NULL,
	"organization" text NOT NULL,
	"npi" text NOT NULL,
	"tax_id" text NOT NULL,
	"street" text NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"zip" text NOT NULL,
	"contact_name" text NOT NULL,
	"contact_phone" text NOT NULL,
	"control_number" integer NOT NULL,
	"claim_count" integer NOT NULL,
	"total_cents" bigint NOT NULL,
	"created_by" uuid NOT NULL,
	"captured_at" timestamp (3) with time zone NOT NULL,
	"void_reason" text DEFAULT '' NOT NULL,
	"voided_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "claim_entries" (
	"batch" uuid NOT NULL,
	"session" uuid NOT NULL,
	"student" uuid NOT NULL,
	CONSTRAINT "claim_entries_session_student_pk" PRIMARY KEY("session","student")
);
--> statement-breakpoint
CREATE TABLE "claim_files" (
	"batch" uuid NOT NULL,
	"format" text NOT NULL,
	"base64" text NOT NULL,
	CONSTRAINT "claim_files_batch_format_pk" PRIMARY KEY("batch","format")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "claim_batches_control_number" ON "claim_batches" USING btree ("control_number");--> statement-breakpoint
CREATE INDEX "claim_entries_batch_index" ON "claim_entries" USING btree ("batch");