CREATE TABLE "demo_marks" (
	"seeded_at" timestamp (3) with time zone PRIMARY KEY NOT NULL
);
--> statement-breakpoint
INSERT INTO "demo_marks" ("seeded_at")
SELECT clock_timestamp() WHERE EXISTS (
	SELECT FROM "users" WHERE lower("email") IN (
		'superadmin@demo.caseload.example', 'admin@demo.caseload.example', 'provider@demo.caseload.example',
		'lead@demo.caseload.example', 'supervisor@demo.caseload.example'
	)
);
