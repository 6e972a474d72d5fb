CREATE TABLE "payroll_decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run" uuid NOT NULL,
	"is_approved" boolean NOT NULL,
	"adjusted_minutes" integer,
	"note" text NOT NULL,
	"changed_by" uuid NOT NULL,
	"captured_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payroll_files" (
	"run" uuid PRIMARY KEY NOT NULL,
	"file_name" text NOT NULL,
	"head" jsonb NOT NULL,
	"rows" jsonb NOT NULL,
	"sha256" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payroll_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run" uuid NOT NULL,
	"position" integer NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"provider" uuid NOT NULL,
	"day" date NOT NULL,
	"session" uuid,
	"session_version" integer,
	"service" uuid,
	"client" uuid,
	"minutes" integer NOT NULL,
	"hourly_cents" integer,
	"percent" integer NOT NULL,
	"amount_cents" integer,
	"is_approved" boolean NOT NULL,
	"is_late" boolean NOT NULL,
	"finding" text,
	"why" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payroll_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"pay_period" uuid NOT NULL,
	"number" text NOT NULL,
	"kind" text NOT NULL,
	"adjusts" uuid,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"state" text NOT NULL,
	"started_by" uuid NOT NULL,
	"as_of" timestamp (3) with time zone NOT NULL,
	"watermark" text NOT NULL,
	"warnings" jsonb NOT NULL,
	"steps" jsonb NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "payroll_decisions_run_index" ON "payroll_decisions" USING btree ("run");--> statement-breakpoint
CREATE UNIQUE INDEX "payroll_lines_place" ON "payroll_lines" USING btree ("run","position");--> statement-breakpoint
CREATE INDEX "payroll_lines_provider_day_index" ON "payroll_lines" USING btree ("provider","day");--> statement-breakpoint
CREATE INDEX "payroll_lines_session_index" ON "payroll_lines" USING btree ("session");--> statement-breakpoint
CREATE INDEX "payroll_runs_pay_period_index" ON "payroll_runs" USING btree ("pay_period");--> statement-breakpoint
CREATE UNIQUE INDEX "payroll_runs_number" ON "payroll_runs" USING btree ("number");