ALTER TABLE "organizations" ADD COLUMN "pay_file_columns" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "pay_file_codes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "payroll_files" ADD COLUMN "own" jsonb;--> statement-breakpoint
CREATE INDEX "invoice_lines_session_date_index" ON "invoice_lines" USING btree ("session_date");--> statement-breakpoint
CREATE INDEX "lunch_breaks_lunch_start_time_index" ON "lunch_breaks" USING btree ("lunch_start_time");--> statement-breakpoint
CREATE INDEX "timecards_work_date_index" ON "timecards" USING btree ("work_date");