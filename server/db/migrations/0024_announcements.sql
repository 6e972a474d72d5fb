CREATE TABLE "admin_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"display_msg" text DEFAULT '' NOT NULL,
	"message" text NOT NULL,
	"audience" jsonb NOT NULL,
	"requires_acknowledgment" boolean NOT NULL,
	"requires_signature" boolean NOT NULL,
	"shown_from" timestamp (3) with time zone NOT NULL,
	"shown_until" timestamp (3) with time zone,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"content_hash" text NOT NULL,
	"versions" jsonb NOT NULL,
	"sent_by" uuid NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"recalled_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_receipts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"notification" uuid NOT NULL,
	"receiver" uuid NOT NULL,
	"content_hash" text NOT NULL,
	"signed_name" text DEFAULT '' NOT NULL,
	"signature" text,
	"acknowledged_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"receiver" uuid NOT NULL,
	"kind" text NOT NULL,
	"event" text,
	"admin_message" uuid,
	"title" text NOT NULL,
	"display_msg" text DEFAULT '' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"provider_name" text DEFAULT '' NOT NULL,
	"effective_date" date,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"requires_acknowledgment" boolean DEFAULT false NOT NULL,
	"requires_signature" boolean DEFAULT false NOT NULL,
	"shown_from" timestamp (3) with time zone NOT NULL,
	"shown_until" timestamp (3) with time zone,
	"content_hash" text NOT NULL,
	"viewed_hash" text DEFAULT '' NOT NULL,
	"viewed_at" timestamp (3) with time zone,
	"acknowledged_at" timestamp (3) with time zone,
	"mailed_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "notification_receipts_notification_index" ON "notification_receipts" USING btree ("notification");--> statement-breakpoint
CREATE INDEX "notifications_receiver_index" ON "notifications" USING btree ("receiver");--> statement-breakpoint
CREATE INDEX "notifications_admin_message_index" ON "notifications" USING btree ("admin_message");