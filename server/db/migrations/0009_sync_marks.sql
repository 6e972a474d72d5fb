CREATE TABLE "sync_marks" (
	"xid" "xid8" PRIMARY KEY NOT NULL,
	"mark" uuid NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "sync_marks_made_at_index" ON "sync_marks" USING btree ("made_at");--> statement-breakpoint
INSERT INTO "sync_marks" ("xid", "mark", "made_at") SELECT pg_current_xact_id(), gen_random_uuid(), clock_timestamp();
