CREATE TABLE "provider_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"npi" text DEFAULT '' NOT NULL,
	"license_number" text DEFAULT '' NOT NULL,
	"license_state" text DEFAULT '' NOT NULL,
	"taxonomy_code" text DEFAULT '' NOT NULL,
	"credential_records" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"hired_on" date,
	"left_on" date,
	"max_caseload" integer,
	"availability" text DEFAULT '' NOT NULL,
	"time_off" text DEFAULT '' NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_rates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" uuid NOT NULL,
	"service" uuid NOT NULL,
	"start_year" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "provider_rates_subject" ON "provider_rates" USING btree ("provider","start_year","service") WHERE deleted_at is null;--> statement-breakpoint
INSERT INTO "provider_accounts" ("id") SELECT "id" FROM "providers";