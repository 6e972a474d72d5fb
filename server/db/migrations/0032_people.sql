CREATE TABLE "availabilities" (
	"id" uuid PRIMARY KEY NOT NULL,
	"weekly" jsonb NOT NULL,
	"days_off" jsonb NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "invited_at" timestamp (3) with time zone;--> statement-breakpoint
-- Written by hand: invitations whose links still work were sent seven days before they expire.
UPDATE "users" u SET "invited_at" = (
	SELECT max(r."expires_at") - interval '7 days' FROM "password_resets" r WHERE r."user_id" = u."id" AND r."used_at" IS NULL
) WHERE u."password_hash" = '';
