-- Written by hand: the office reads SOAP notes and goal entries from the server, so its devices let go of them.
UPDATE "change_index" SET "has_left" = true, "xid" = pg_current_xact_id(), "seq" = nextval('change_seq'), "changed_at" = clock_timestamp()
WHERE "scope" = 'org' AND "entity" IN ('soap_note', 'goal_entry') AND NOT "has_left";
