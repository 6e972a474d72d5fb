-- Written by hand from the second statement on: office devices have archived students and their assigned services by the fiscal year
-- in which the student was archived. The day is the audit's, or that of the student's last change. Devices learn it with their next
-- pull, and nobody pulls from the start.
ALTER TABLE "students" ADD COLUMN "archived_on" date;
--> statement-breakpoint
UPDATE "students" s SET "archived_on" = (coalesce(
  (SELECT max(e."at") FROM "audit_entries" e
    WHERE e."entity" = 'student' AND e."row_id" = s."id"::text AND e."changes" #>> '{archived,1}' = 'true'),
  (SELECT max(c."changed_at") FROM "change_index" c WHERE c."entity" = 'student' AND c."id" = s."id"::text),
  clock_timestamp()
) AT TIME ZONE 'America/Los_Angeles')::date
WHERE s."archived";
--> statement-breakpoint
INSERT INTO "change_index" ("scope", "entity", "id", "has_left", "xid", "seq", "changed_at")
SELECT 'org:fy' || extract(year FROM p."archived_on" - interval '6 months')::int, p."entity", p."id", false,
  pg_current_xact_id(), nextval('change_seq'), clock_timestamp()
FROM (
  SELECT coalesce(t."archived_on", s."archived_on") AS "archived_on", 'student' AS "entity", s."id"::text AS "id"
  FROM "students" s LEFT JOIN "students" t ON t."id" = s."merged_into" WHERE coalesce(t."archived", s."archived")
  UNION ALL
  SELECT s."archived_on", 'student_service', a."id"::text
  FROM "assigned_services" a JOIN "students" s ON s."id" = a."student" WHERE s."archived" AND a."deleted_at" IS NULL
) p
ORDER BY p."entity", p."id"
ON CONFLICT ("scope", "entity", "id") DO NOTHING;
--> statement-breakpoint
UPDATE "change_index" c SET "xid" = pg_current_xact_id(), "seq" = nextval('change_seq'), "changed_at" = clock_timestamp()
FROM "students" s
WHERE c."entity" = 'student' AND c."id" = s."id"::text AND s."archived" AND c."scope" LIKE 'student:%' AND NOT c."has_left";
--> statement-breakpoint
UPDATE "change_index" c SET "has_left" = true, "xid" = pg_current_xact_id(), "seq" = nextval('change_seq'), "changed_at" = clock_timestamp()
FROM "change_index" y
WHERE y."entity" = c."entity" AND y."id" = c."id" AND y."scope" LIKE 'org:fy%' AND c."entity" IN ('student', 'student_service')
  AND c."scope" = 'org' AND NOT c."has_left";
--> statement-breakpoint
INSERT INTO "sync_marks" ("xid", "mark", "made_at")
SELECT pg_current_xact_id(), gen_random_uuid(), clock_timestamp() WHERE EXISTS (SELECT FROM "change_index")
ON CONFLICT DO NOTHING;
