CREATE TABLE "meal_policies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"starts_on" date NOT NULL,
	"first_meal_after_minutes" integer NOT NULL,
	"second_meal_after_minutes" integer NOT NULL,
	"shortest_meal_minutes" integer NOT NULL,
	"first_waivable_to_minutes" integer NOT NULL,
	"second_waivable_to_minutes" integer NOT NULL,
	"policy_version" integer NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organization_logos" (
	"sha256" text PRIMARY KEY NOT NULL,
	"media_type" text NOT NULL,
	"base64" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"uses_24_hour_clock" boolean NOT NULL,
	"pay_period_kind" text NOT NULL,
	"pay_period_anchor" date NOT NULL,
	"logo" text,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pay_period_steps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"pay_period" uuid NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"changed_by" uuid NOT NULL,
	"captured_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "archived" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "meal_policies_start" ON "meal_policies" USING btree ("starts_on") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "meal_policies_version" ON "meal_policies" USING btree ("policy_version");--> statement-breakpoint
CREATE INDEX "pay_period_steps_pay_period_index" ON "pay_period_steps" USING btree ("pay_period");--> statement-breakpoint
CREATE UNIQUE INDEX "pay_periods_start_date_index" ON "pay_periods" USING btree ("start_date");