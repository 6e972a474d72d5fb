CREATE TABLE "client_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"district" uuid,
	"manager" uuid,
	"services" uuid[] DEFAULT '{}' NOT NULL,
	"regions" uuid[] DEFAULT '{}' NOT NULL,
	"is_insurance" boolean DEFAULT false NOT NULL,
	"contacts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"contract_number" text DEFAULT '' NOT NULL,
	"contract_start" date,
	"contract_end" date,
	"contract_cap_cents" bigint,
	"purchase_order" text DEFAULT '' NOT NULL,
	"invoice_address" text DEFAULT '' NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "client_accounts_district_index" ON "client_accounts" USING btree ("district");--> statement-breakpoint
INSERT INTO "client_accounts" ("id") SELECT "id" FROM "clients";
