CREATE TABLE "student_merges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"stays" uuid NOT NULL,
	"merged" uuid NOT NULL,
	"merged_at" timestamp (3) with time zone NOT NULL,
	"merged_by" uuid NOT NULL,
	"moved" jsonb NOT NULL,
	"record" jsonb NOT NULL,
	"undone_at" timestamp (3) with time zone,
	"undone_by" uuid
);
--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "merged_into" uuid;--> statement-breakpoint
CREATE INDEX "student_merges_stays_index" ON "student_merges" USING btree ("stays");--> statement-breakpoint
CREATE INDEX "student_merges_merged_index" ON "student_merges" USING btree ("merged");--> statement-breakpoint
CREATE INDEX "students_merged_into_index" ON "students" USING btree ("merged_into");