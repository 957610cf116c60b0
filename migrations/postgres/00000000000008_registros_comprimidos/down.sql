ALTER TABLE pedido_registros RESET (toast_tuple_target);
DO $$
BEGIN
    EXECUTE 'ALTER TABLE pedido_registros ALTER COLUMN registro SET COMPRESSION pglz';
EXCEPTION WHEN syntax_error OR feature_not_supported OR invalid_parameter_value THEN
    NULL;
END
$$;
