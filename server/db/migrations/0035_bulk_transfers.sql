ALTER TABLE "student_transfers" ADD COLUMN "bulk_change" uuid;--> statement-breakpoint
CREATE INDEX "student_transfers_bulk_change_index" ON "student_transfers" USING btree ("bulk_change");
