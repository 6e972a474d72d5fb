CREATE TABLE "calendar_feeds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"secret_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_read_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "calendar_feeds_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "meal_acknowledgments" (
	"provider" uuid NOT NULL,
	"work_date" date NOT NULL,
	"note" text NOT NULL,
	"finding" text NOT NULL,
	"acknowledged_by" uuid NOT NULL,
	"acknowledged_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "meal_acknowledgments_provider_work_date_pk" PRIMARY KEY("provider","work_date")
);
--> statement-breakpoint
CREATE TABLE "school_closures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client" uuid,
	"closure_date" date NOT NULL,
	"reason" text NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "timecards" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" uuid NOT NULL,
	"work_date" date NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"breaks" jsonb NOT NULL,
	"corrections" jsonb NOT NULL,
	"captured_by" uuid NOT NULL,
	"captured_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "timesheets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider_id" uuid NOT NULL,
	"period_start_date" date NOT NULL,
	"period_end_date" date NOT NULL,
	"revision" integer NOT NULL,
	"status" text NOT NULL,
	"notes" text NOT NULL,
	"attestation_version" integer NOT NULL,
	"attestation_text" text NOT NULL,
	"manifest" jsonb NOT NULL,
	"waiting_for" integer NOT NULL,
	"totals" jsonb NOT NULL,
	"recommended_by" uuid,
	"recommended_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"steps" jsonb NOT NULL,
	"captured_by" uuid NOT NULL,
	"captured_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "calendar_events" ADD COLUMN "recurring_days" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_events" ADD COLUMN "excluded_dates" date[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_events" ADD COLUMN "original_date" date;--> statement-breakpoint
ALTER TABLE "lunch_breaks" ADD COLUMN "lunch_end_time" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "lunch_breaks" ADD COLUMN "acknowledgment_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "lunch_breaks" ADD COLUMN "acknowledged_by" uuid;--> statement-breakpoint
ALTER TABLE "lunch_breaks" ADD COLUMN "acknowledged_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "calendar_feeds_user_id_index" ON "calendar_feeds" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "school_closures_closure_date_index" ON "school_closures" USING btree ("closure_date");--> statement-breakpoint
CREATE INDEX "timecards_provider_work_date_index" ON "timecards" USING btree ("provider","work_date");--> statement-breakpoint
CREATE UNIQUE INDEX "timesheets_provider_id_period_start_date_revision_index" ON "timesheets" USING btree ("provider_id","period_start_date","revision");--> statement-breakpoint
CREATE INDEX "timesheets_period_start_date_status_index" ON "timesheets" USING btree ("period_start_date","status");--> statement-breakpoint
CREATE INDEX "calendar_events_original_id_index" ON "calendar_events" USING btree ("original_id");