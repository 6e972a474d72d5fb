ALTER TABLE "audit_entries" ADD COLUMN "row_version" integer;--> statement-breakpoint
WITH "names" AS (
	SELECT u."id"::text AS "id", coalesce(p."provider_first" || ' ' || p."provider_last", u."username") AS "name"
	FROM "users" u LEFT JOIN "providers" p ON p."id" = u."id"
)
UPDATE "soap_notes" SET
	"steps" = (
		SELECT coalesce(jsonb_agg(s."step" || CASE WHEN n."name" IS NULL THEN '{}' ELSE jsonb_build_object('by_name', n."name") END ORDER BY s."place"), '[]')
		FROM jsonb_array_elements("steps") WITH ORDINALITY AS s("step", "place") LEFT JOIN "names" n ON n."id" = s."step"->>'by'
	),
	"amendments" = (
		SELECT coalesce(jsonb_agg(a."amendment" || CASE WHEN n."name" IS NULL THEN '{}' ELSE jsonb_build_object('added_by_name', n."name") END ORDER BY a."place"), '[]')
		FROM jsonb_array_elements("amendments") WITH ORDINALITY AS a("amendment", "place") LEFT JOIN "names" n ON n."id" = a."amendment"->>'added_by'
	)
WHERE jsonb_array_length("steps") > 0;--> statement-breakpoint
UPDATE "change_index" SET "xid" = pg_current_xact_id(), "seq" = nextval('change_seq'), "changed_at" = clock_timestamp()
WHERE "entity" IN ('soap_note', 'student_note', 'student_service', 'attachment') AND NOT "has_left";
