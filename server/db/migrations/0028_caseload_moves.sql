CREATE TABLE "caseload_moves" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject" uuid NOT NULL,
	"target" uuid NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date,
	"note" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"made_by" uuid NOT NULL,
	"writes" jsonb NOT NULL,
	"undone_at" timestamp (3) with time zone,
	"undone_by" uuid
);
--> statement-breakpoint
CREATE INDEX "caseload_moves_subject_index" ON "caseload_moves" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "caseload_moves_target_index" ON "caseload_moves" USING btree ("target");