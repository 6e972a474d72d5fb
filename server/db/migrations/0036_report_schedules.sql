CREATE TABLE "report_schedules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"report" text NOT NULL,
	"name" text NOT NULL,
	"view" text NOT NULL,
	"days" text NOT NULL,
	"rhythm" text NOT NULL,
	"weekday" integer,
	"month_day" integer,
	"days_after" integer,
	"send_at" text NOT NULL,
	"file_format" text NOT NULL,
	"recipients" jsonb NOT NULL,
	"is_paused" boolean NOT NULL,
	"owner" uuid NOT NULL,
	"active_since" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_sendings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"schedule" uuid NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"is_by_hand" boolean DEFAULT false NOT NULL,
	"recipient" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"handed_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "makeup_windows" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "report_sendings_schedule_due_at_recipient_is_by_hand_index" ON "report_sendings" USING btree ("schedule","due_at","recipient","is_by_hand");--> statement-breakpoint
CREATE INDEX "report_sendings_state_next_try_at_index" ON "report_sendings" USING btree ("state","next_try_at");--> statement-breakpoint
-- Written by hand from here on: devices get the makeup windows that clients have already agreed on.
UPDATE "clients" c SET "makeup_windows" = w."windows", "version" = c."version" + 1
FROM (
	SELECT "client", jsonb_agg(jsonb_build_object('starts_on', "starts_on", 'days', "days") ORDER BY "starts_on", "id") AS "windows"
	FROM "billing_conditions" WHERE "type" = 'makeup_window' AND NOT "archived" AND "days" IS NOT NULL GROUP BY "client"
) w WHERE w."client" = c."id";--> statement-breakpoint
UPDATE "change_index" SET "xid" = pg_current_xact_id(), "seq" = nextval('change_seq'), "changed_at" = clock_timestamp()
WHERE "entity" = 'client' AND NOT "has_left" AND "id" IN (SELECT "id"::text FROM "clients" WHERE "makeup_windows" <> '[]');
