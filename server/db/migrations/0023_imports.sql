CREATE TABLE "import_rows" (
	"import" uuid NOT NULL,
	"entity" text NOT NULL,
	"row_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"line" integer NOT NULL,
	"is_new" boolean NOT NULL,
	"version" integer NOT NULL,
	"before" jsonb,
	"is_undone" boolean DEFAULT false NOT NULL,
	CONSTRAINT "import_rows_import_entity_row_id_pk" PRIMARY KEY("import","entity","row_id")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"existing" text NOT NULL,
	"columns" jsonb NOT NULL,
	"lines" integer NOT NULL,
	"faulty" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"added" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"started_by" uuid NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"undone_by" uuid,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "is_history" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "import_rows_import_position_index" ON "import_rows" USING btree ("import","position");--> statement-breakpoint
CREATE INDEX "imports_started_at_index" ON "imports" USING btree ("started_at");