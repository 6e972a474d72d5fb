-- Written by hand: supervisors have the clients of their supervisees' students. Devices learn it with their next pull.
INSERT INTO "change_index" ("scope", "entity", "id", "has_left", "xid", "seq", "changed_at")
SELECT links."scope", 'client', links."client", false, pg_current_xact_id(), nextval('change_seq'), clock_timestamp()
FROM (
  SELECT DISTINCT 'supervised:' || l."provider" AS "scope", s."client"::text AS "client"
  FROM "student_providers" l
  JOIN "students" s ON s."id" = l."student"
  JOIN "clients" c ON c."id" = s."client"
  WHERE NOT s."archived" AND c."deleted_at" IS NULL
) links;
