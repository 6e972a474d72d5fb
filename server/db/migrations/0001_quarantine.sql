CREATE TABLE "quarantined_writes" (
	"write_id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "quarantined_writes_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"author" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"note" text NOT NULL,
	"content" text,
	"sealed" text,
	"base_version" integer,
	"depends_on" jsonb NOT NULL,
	"captured_at" timestamp (3) with time zone NOT NULL,
	"device_now" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"decision" text DEFAULT 'open' NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"decision_note" text DEFAULT '' NOT NULL,
	"problem" jsonb
);
--> statement-breakpoint
ALTER TABLE "sign_ins" ADD COLUMN "device_id" uuid;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "lost_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "wiped_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "quarantined_writes_decision_seq_index" ON "quarantined_writes" USING btree ("decision","seq");--> statement-breakpoint
CREATE INDEX "quarantined_writes_author_index" ON "quarantined_writes" USING btree ("author");--> statement-breakpoint
CREATE INDEX "sign_ins_device_id_index" ON "sign_ins" USING btree ("device_id");