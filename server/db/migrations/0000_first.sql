CREATE SEQUENCE "public"."change_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "clients" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"active" integer DEFAULT 1 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "locations" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"client" uuid,
	"is_billable" boolean NOT NULL,
	"archived" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pay_periods" (
	"id" uuid PRIMARY KEY NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"is_locked" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "services" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"short_name" text NOT NULL,
	"category" uuid NOT NULL,
	"default_minutes" integer NOT NULL,
	"is_billable" boolean NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "student_providers" (
	"student" uuid NOT NULL,
	"provider" uuid NOT NULL,
	CONSTRAINT "student_providers_student_provider_pk" PRIMARY KEY("student","provider")
);
--> statement-breakpoint
CREATE TABLE "student_services" (
	"student" uuid NOT NULL,
	"service" uuid NOT NULL,
	CONSTRAINT "student_services_student_service_pk" PRIMARY KEY("student","service")
);
--> statement-breakpoint
CREATE TABLE "students" (
	"id" uuid PRIMARY KEY NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"grade" text DEFAULT '' NOT NULL,
	"archived" boolean DEFAULT false NOT NULL,
	"client" uuid,
	"location" text,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attempt_counters" (
	"key" text PRIMARY KEY NOT NULL,
	"window_started_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "provider_services" (
	"provider" uuid NOT NULL,
	"service" uuid NOT NULL,
	CONSTRAINT "provider_services_provider_service_pk" PRIMARY KEY("provider","service")
);
--> statement-breakpoint
CREATE TABLE "providers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider_first" text NOT NULL,
	"provider_last" text NOT NULL,
	"archived" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_ins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"signed_in_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"refresh_hash" text NOT NULL,
	"previous_refresh_hash" text,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "supervisions" (
	"supervisor" uuid NOT NULL,
	"supervisee" uuid NOT NULL,
	CONSTRAINT "supervisions_supervisor_supervisee_pk" PRIMARY KEY("supervisor","supervisee")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"last_password_update" timestamp (3) with time zone NOT NULL,
	"role" text NOT NULL,
	"grants" text[] DEFAULT '{}' NOT NULL,
	"emp" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"forced_logout_at" timestamp (3) with time zone,
	CONSTRAINT "users_username_unique" UNIQUE("username"),
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"user_id" uuid,
	"action" text NOT NULL,
	"entity" text,
	"row_id" text,
	"request_id" text,
	"details" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "change_index" (
	"scope" text NOT NULL,
	"entity" text NOT NULL,
	"id" text NOT NULL,
	"has_left" boolean NOT NULL,
	"xid" "xid8" NOT NULL,
	"seq" bigint NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "change_index_scope_entity_id_pk" PRIMARY KEY("scope","entity","id")
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"app_version" text NOT NULL,
	"last_contact_at" timestamp (3) with time zone NOT NULL,
	"unsent_count" integer DEFAULT 0 NOT NULL,
	"unsent_since" timestamp (3) with time zone,
	"sealed_data_key" text NOT NULL,
	"upload_token_hash" text NOT NULL,
	CONSTRAINT "devices_id_user_id_pk" PRIMARY KEY("id","user_id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"key" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"device_id" uuid,
	"fingerprint" text NOT NULL,
	"status" integer NOT NULL,
	"answer" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"xid" "xid8" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scope_members" (
	"user_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"has_left" boolean NOT NULL,
	"xid" "xid8" NOT NULL,
	"seq" bigint NOT NULL,
	CONSTRAINT "scope_members_user_id_scope_pk" PRIMARY KEY("user_id","scope")
);
--> statement-breakpoint
CREATE TABLE "sync_epoch" (
	"epoch" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "calendar_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" uuid NOT NULL,
	"student" uuid,
	"event_start_date" date NOT NULL,
	"event_start_time" text NOT NULL,
	"event_end_date" date NOT NULL,
	"event_end_time" text NOT NULL,
	"duration" integer NOT NULL,
	"recurring" boolean NOT NULL,
	"recurring_type" text NOT NULL,
	"recurring_timeframe" text NOT NULL,
	"location" text,
	"meeting_notes" text NOT NULL,
	"event_color" text NOT NULL,
	"event_title" text NOT NULL,
	"remind_me" boolean NOT NULL,
	"is_lunch" boolean NOT NULL,
	"service" uuid,
	"service_list" uuid[] NOT NULL,
	"invites" uuid[] NOT NULL,
	"original_id" uuid,
	"deleted_at" timestamp (3) with time zone,
	"version" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lunch_breaks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" uuid NOT NULL,
	"lunch_start_time" timestamp (3) with time zone NOT NULL,
	"lunch_duration" integer NOT NULL,
	"waiver_type" text NOT NULL,
	"exception_reason" text NOT NULL,
	"calendar_event_id" uuid,
	"notes" text NOT NULL,
	"source" text NOT NULL,
	"captured_by" uuid NOT NULL,
	"captured_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" uuid NOT NULL,
	"student_ids" uuid[] NOT NULL,
	"client" uuid,
	"service" uuid NOT NULL,
	"location" text,
	"session_date" date NOT NULL,
	"start_time" text NOT NULL,
	"end_time" text NOT NULL,
	"time_zone" text NOT NULL,
	"scheduled_minutes" integer NOT NULL,
	"actual_minutes" integer NOT NULL,
	"direct_minutes" integer NOT NULL,
	"indirect_minutes" integer NOT NULL,
	"setting" text NOT NULL,
	"modality" text NOT NULL,
	"attendance" text NOT NULL,
	"reason" text NOT NULL,
	"duration_reason" text NOT NULL,
	"notes" text NOT NULL,
	"calendar_event_id" uuid,
	"make_up_of" uuid,
	"state" text NOT NULL,
	"changeDuration" boolean NOT NULL,
	"approval_request" text NOT NULL,
	"late_for_payroll" boolean NOT NULL,
	"has_overlap" boolean NOT NULL,
	"is_possible_duplicate" boolean NOT NULL,
	"captured_by" uuid NOT NULL,
	"captured_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "providers" ADD CONSTRAINT "providers_id_users_id_fk" FOREIGN KEY ("id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "student_providers_provider_index" ON "student_providers" USING btree ("provider");--> statement-breakpoint
CREATE INDEX "student_services_service_index" ON "student_services" USING btree ("service");--> statement-breakpoint
CREATE INDEX "students_client_index" ON "students" USING btree ("client");--> statement-breakpoint
CREATE INDEX "provider_services_service_index" ON "provider_services" USING btree ("service");--> statement-breakpoint
CREATE INDEX "sign_ins_refresh_hash_index" ON "sign_ins" USING btree ("refresh_hash");--> statement-breakpoint
CREATE INDEX "sign_ins_previous_refresh_hash_index" ON "sign_ins" USING btree ("previous_refresh_hash");--> statement-breakpoint
CREATE INDEX "sign_ins_user_id_index" ON "sign_ins" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sign_ins_signed_in_at_index" ON "sign_ins" USING btree ("signed_in_at");--> statement-breakpoint
CREATE INDEX "supervisions_supervisee_index" ON "supervisions" USING btree ("supervisee");--> statement-breakpoint
CREATE INDEX "audit_entries_entity_row_id_index" ON "audit_entries" USING btree ("entity","row_id");--> statement-breakpoint
CREATE INDEX "audit_entries_user_id_index" ON "audit_entries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "change_index_order" ON "change_index" USING btree ("scope","xid","seq");--> statement-breakpoint
CREATE INDEX "change_index_rows" ON "change_index" USING btree ("entity","id");--> statement-breakpoint
CREATE INDEX "devices_upload_token_hash_index" ON "devices" USING btree ("upload_token_hash");--> statement-breakpoint
CREATE INDEX "idempotency_keys_device_id_xid_index" ON "idempotency_keys" USING btree ("device_id","xid");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_index" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "scope_members_scope_index" ON "scope_members" USING btree ("scope");--> statement-breakpoint
CREATE INDEX "calendar_events_provider_event_start_date_index" ON "calendar_events" USING btree ("provider","event_start_date");--> statement-breakpoint
CREATE INDEX "lunch_breaks_provider_lunch_start_time_index" ON "lunch_breaks" USING btree ("provider","lunch_start_time");--> statement-breakpoint
CREATE INDEX "sessions_provider_session_date_id_index" ON "sessions" USING btree ("provider","session_date","id");--> statement-breakpoint
CREATE INDEX "sessions_session_date_id_index" ON "sessions" USING btree ("session_date","id");--> statement-breakpoint
CREATE INDEX "sessions_service_session_date_index" ON "sessions" USING btree ("service","session_date");--> statement-breakpoint
CREATE INDEX "sessions_student_ids_index" ON "sessions" USING gin ("student_ids");