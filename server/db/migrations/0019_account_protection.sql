CREATE TABLE "second_factors" (
	"user_id" uuid NOT NULL,
	"state" text NOT NULL,
	"secret" text NOT NULL,
	"recovery_hashes" text[] NOT NULL,
	"last_period" integer,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "second_factors_user_id_state_pk" PRIMARY KEY("user_id","state")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "time_format" text;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;