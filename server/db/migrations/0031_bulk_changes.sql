CREATE TABLE "bulk_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"about" text NOT NULL,
	"start_date" date NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"made_by" uuid NOT NULL,
	"records" jsonb NOT NULL,
	"undone_at" timestamp (3) with time zone,
	"undone_by" uuid
);
--> statement-breakpoint
CREATE TABLE "student_transfers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"student" uuid NOT NULL,
	"from_client" uuid,
	"to_client" uuid NOT NULL,
	"from_location" text,
	"to_location" text,
	"start_date" date NOT NULL,
	"made_by" uuid NOT NULL,
	"is_applied" boolean NOT NULL
);
--> statement-breakpoint
CREATE INDEX "bulk_changes_made_at_index" ON "bulk_changes" USING btree ("made_at");--> statement-breakpoint
CREATE INDEX "student_transfers_student_index" ON "student_transfers" USING btree ("student");