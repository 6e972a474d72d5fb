CREATE TABLE "pay_rates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" uuid,
	"pay_type" text NOT NULL,
	"starts_on" date NOT NULL,
	"rate_tenths" integer NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "pay_rates_subject" ON "pay_rates" USING btree ("pay_type","starts_on",coalesce(provider::text, '')) WHERE deleted_at is null;