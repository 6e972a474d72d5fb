-- Written by hand: the office reads other people's calendar events from the server, so its devices let go of them.
UPDATE "change_index" SET "has_left" = true, "xid" = pg_current_xact_id(), "seq" = nextval('change_seq'), "changed_at" = clock_timestamp()
WHERE "scope" = 'org' AND "entity" = 'calendar_event' AND NOT "has_left";
