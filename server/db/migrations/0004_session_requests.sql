CREATE TABLE "invoice_cuts" (
	"client" uuid NOT NULL,
	"month" text NOT NULL,
	"cut_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "invoice_cuts_client_month_pk" PRIMARY KEY("client","month")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "requests" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "late_for_client" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "sessions" SET "requests" = jsonb_build_array(jsonb_build_object(
	'kind', 'duration', 'state', "approval_request", 'reason', "duration_reason",
	'before', jsonb_build_object('actual_minutes', "scheduled_minutes"),
	'changes', jsonb_build_object('actual_minutes', "actual_minutes"),
	'asked_by', "captured_by",
	'asked_at', to_char("captured_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
	'decided_by', NULL,
	'decided_at', CASE WHEN "approval_request" <> 'pending' THEN to_char("received_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') END,
	'note', ''
)) WHERE "changeDuration" AND "approval_request" <> 'none';
