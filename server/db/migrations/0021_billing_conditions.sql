CREATE TABLE "billing_conditions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client" uuid NOT NULL,
	"type" text NOT NULL,
	"starts_on" date NOT NULL,
	"percent" integer,
	"minutes" integer,
	"days" integer,
	"choice" text,
	"service" uuid,
	"note" text NOT NULL,
	"archived" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "billing_conditions_start" ON "billing_conditions" USING btree ("client","type","starts_on") WHERE not archived;