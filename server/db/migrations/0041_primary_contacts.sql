-- Written by hand: of several primary contacts of a student, the one who was chosen last stays one. The others' history says
-- so, under the name of the person who chose that one, and devices get their rows.
WITH "chosen" AS (
	SELECT p."id", p."student", a."id" AS "at", a."user_id" AS "by"
	FROM "parents" p LEFT JOIN LATERAL (
		SELECT e."id", e."user_id" FROM "audit_entries" e
		WHERE e."entity" = 'parent' AND e."row_id" = p."id"::text
			AND (e."action" = 'parent.create' OR e."changes" #> '{is_primary,1}' = 'true'::jsonb)
		ORDER BY e."id" DESC LIMIT 1
	) a ON true
	WHERE p."is_primary" AND p."deleted_at" IS NULL
), "ranked" AS (
	SELECT "id", "student",
		row_number() OVER "newest" AS "place", first_value("by") OVER "newest" AS "by"
	FROM "chosen" WINDOW "newest" AS (PARTITION BY "student" ORDER BY coalesce("at", 0) DESC, "id" DESC)
), "former" AS (
	UPDATE "parents" p SET "is_primary" = false, "version" = p."version" + 1
	FROM "ranked" r WHERE r."id" = p."id" AND r."place" > 1
	RETURNING p."id", p."student", p."version", r."by"
), "told" AS (
	INSERT INTO "audit_entries" ("at", "user_id", "action", "entity", "row_id", "row_version", "details", "changes")
	SELECT clock_timestamp(), "by", 'parent.update', 'parent', "id"::text, "version",
		jsonb_build_object('fields', jsonb_build_array('is_primary'), 'student', "student"), '{"is_primary":[true,false]}'::jsonb
	FROM "former"
), "moved" AS (
	UPDATE "change_index" c SET "xid" = pg_current_xact_id(), "seq" = nextval('change_seq'), "changed_at" = clock_timestamp()
	FROM "former" f WHERE c."entity" = 'parent' AND c."id" = f."id"::text AND NOT c."has_left"
	RETURNING c."id"
)
INSERT INTO "sync_marks" ("xid", "mark", "made_at")
SELECT pg_current_xact_id(), gen_random_uuid(), clock_timestamp() WHERE EXISTS (SELECT FROM "moved")
ON CONFLICT DO NOTHING;
