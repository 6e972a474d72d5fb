CREATE TABLE "invoice_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"invoice" uuid NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"session" uuid NOT NULL,
	"student" uuid,
	"session_date" date NOT NULL,
	"minutes" integer NOT NULL,
	"amount_cents" bigint NOT NULL,
	"credits" uuid,
	"basis" text NOT NULL,
	"facts" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"invoice" uuid NOT NULL,
	"method" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"paid_on" date NOT NULL,
	"reference" text NOT NULL,
	"credit_note" uuid,
	"recorded_by" uuid NOT NULL,
	"captured_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client" uuid NOT NULL,
	"month" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"number" text,
	"note" text DEFAULT '' NOT NULL,
	"client_name" text NOT NULL,
	"bill_to" text NOT NULL,
	"invoice_address" text NOT NULL,
	"purchase_order" text NOT NULL,
	"contract_number" text NOT NULL,
	"terms_days" integer NOT NULL,
	"invoice_date" date,
	"due_on" date,
	"total_cents" bigint NOT NULL,
	"created_by" uuid NOT NULL,
	"captured_at" timestamp (3) with time zone NOT NULL,
	"sent_by" uuid,
	"sent_at" timestamp (3) with time zone,
	"void_reason" text DEFAULT '' NOT NULL,
	"voided_by" uuid,
	"voided_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quickbooks_batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"receivable_account" text NOT NULL,
	"income_account" text NOT NULL,
	"invoice_count" integer NOT NULL,
	"total_cents" bigint NOT NULL,
	"created_by" uuid NOT NULL,
	"captured_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quickbooks_entries" (
	"batch" uuid NOT NULL,
	"invoice" uuid NOT NULL,
	"entry" text NOT NULL,
	CONSTRAINT "quickbooks_entries_invoice_entry_pk" PRIMARY KEY("invoice","entry")
);
--> statement-breakpoint
CREATE TABLE "quickbooks_files" (
	"batch" uuid NOT NULL,
	"format" text NOT NULL,
	"base64" text NOT NULL,
	CONSTRAINT "quickbooks_files_batch_format_pk" PRIMARY KEY("batch","format")
);
--> statement-breakpoint
CREATE INDEX "invoice_lines_invoice_position_index" ON "invoice_lines" USING btree ("invoice","position");--> statement-breakpoint
CREATE INDEX "invoice_lines_session_index" ON "invoice_lines" USING btree ("session");--> statement-breakpoint
CREATE INDEX "invoice_lines_credits_index" ON "invoice_lines" USING btree ("credits");--> statement-breakpoint
CREATE INDEX "invoice_payments_invoice_index" ON "invoice_payments" USING btree ("invoice");--> statement-breakpoint
CREATE INDEX "invoice_payments_credit_note_index" ON "invoice_payments" USING btree ("credit_note");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number" ON "invoices" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_draft" ON "invoices" USING btree ("client","month") WHERE status = 'draft' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "invoices_client_month_index" ON "invoices" USING btree ("client","month");--> statement-breakpoint
CREATE INDEX "quickbooks_entries_batch_index" ON "quickbooks_entries" USING btree ("batch");