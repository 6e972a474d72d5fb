CREATE TABLE "extra_pays" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" uuid NOT NULL,
	"pay_type" text NOT NULL,
	"pay_day" date NOT NULL,
	"quantity_hundredths" integer NOT NULL,
	"rate_tenths" integer NOT NULL,
	"reason" text NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "extra_pays_pay_day_provider_index" ON "extra_pays" USING btree ("pay_day","provider");--> statement-breakpoint
CREATE INDEX "sessions_make_up_of_index" ON "sessions" USING btree ("make_up_of") WHERE make_up_of is not null;