ALTER TABLE "student_transfers" ADD COLUMN "bulk_change" uuid;--> statement-breakpoint
CREATE INDEX "student_transfers_bulk_change_index" ON "student_transfers" USING btree ("bulk_change");--> statement-breakpoint
-- By hand, and the column above without NOT NULL: a transfer had the id of its change.
UPDATE "student_transfers" SET "bulk_change" = "id";--> statement-breakpoint
ALTER TABLE "student_transfers" ALTER COLUMN "bulk_change" SET NOT NULL;
