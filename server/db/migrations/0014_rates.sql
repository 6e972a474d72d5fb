CREATE TABLE "rates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"level" text NOT NULL,
	"service" uuid NOT NULL,
	"student" uuid,
	"client" uuid,
	"region" uuid,
	"setting" text,
	"start_year" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"is_draft" boolean NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "rates_subject" ON "rates" USING btree ("start_year","level","service",coalesce("student", "client", "region", "service"),coalesce("setting", '')) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "rates_client_index" ON "rates" USING btree ("client");