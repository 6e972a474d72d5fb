CREATE TABLE "scope_sizes" (
	"scope" text PRIMARY KEY NOT NULL,
	"rows" integer NOT NULL
);
