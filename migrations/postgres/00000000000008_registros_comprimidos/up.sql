-- Interface B's records are some kilobytes of JSON. PostgreSQL's own compression takes longer to undo than a page of
-- orders otherwise takes; LZ4, where the server was built with it (14 and later), a fraction of that. A row of up to
-- 4,080 bytes stays in one piece. What is stored already stays as it is.
ALTER TABLE pedido_registros SET (toast_tuple_target = 4080);
DO $$
BEGIN
    EXECUTE 'ALTER TABLE pedido_registros ALTER COLUMN registro SET COMPRESSION lz4';
EXCEPTION WHEN syntax_error OR feature_not_supported OR invalid_parameter_value THEN
    RAISE NOTICE 'this server has no LZ4: records are compressed as before';
END
$$;
