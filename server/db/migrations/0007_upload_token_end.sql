ALTER TABLE "devices" ADD COLUMN "upload_generation" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "upload_ended_at" timestamp (3) with time zone;