CREATE TABLE "regions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"archived" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"region_number" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sub_regions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"archived" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"region" uuid NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "service_categories" ADD COLUMN "archived" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "service_categories" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "service_categories" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "regions_name" ON "regions" USING btree (lower("name")) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "sub_regions_name" ON "sub_regions" USING btree ("region",lower("name")) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "service_categories_name" ON "service_categories" USING btree (lower("name")) WHERE deleted_at is null;