CREATE TABLE "feedback" (
	"id" uuid PRIMARY KEY NOT NULL,
	"rating" integer,
	"message" text NOT NULL,
	"screen" text NOT NULL,
	"author" uuid NOT NULL,
	"captured_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ticket_attachments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"ticket" uuid NOT NULL,
	"file_name" text NOT NULL,
	"content_type" text NOT NULL,
	"size" integer NOT NULL,
	"uploaded_by" uuid NOT NULL,
	"captured_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ticket_comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"ticket" uuid NOT NULL,
	"comment" text NOT NULL,
	"author" uuid NOT NULL,
	"captured_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"category" integer NOT NULL,
	"title" text NOT NULL,
	"details" text NOT NULL,
	"status" text NOT NULL,
	"list" text NOT NULL,
	"requester" uuid NOT NULL,
	"username" text NOT NULL,
	"role" text NOT NULL,
	"contact_email" text NOT NULL,
	"assignees" integer[] NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"captured_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tracker_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"ticket" uuid NOT NULL,
	"wanted" integer NOT NULL,
	"delivered" integer DEFAULT 0 NOT NULL,
	"remote_id" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"claimed_until" timestamp (3) with time zone,
	"problem" text
);
--> statement-breakpoint
CREATE TABLE "tracker_tasks" (
	"ticket" uuid PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"list" text NOT NULL,
	"comments" jsonb NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "feedback_author_index" ON "feedback" USING btree ("author");--> statement-breakpoint
CREATE INDEX "ticket_attachments_ticket_index" ON "ticket_attachments" USING btree ("ticket");--> statement-breakpoint
CREATE INDEX "ticket_comments_ticket_index" ON "ticket_comments" USING btree ("ticket");--> statement-breakpoint
CREATE INDEX "tickets_requester_index" ON "tickets" USING btree ("requester");--> statement-breakpoint
CREATE INDEX "tickets_status_index" ON "tickets" USING btree ("status");--> statement-breakpoint
CREATE INDEX "tracker_deliveries_ticket_index" ON "tracker_deliveries" USING btree ("ticket");--> statement-breakpoint
CREATE INDEX "tracker_deliveries_next_attempt_at_index" ON "tracker_deliveries" USING btree ("next_attempt_at");