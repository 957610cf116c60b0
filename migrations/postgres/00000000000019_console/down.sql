DROP TABLE console_atos;
DROP TABLE console_acessos;
DROP SEQUENCE seq_console_acessos;
DROP SEQUENCE seq_console_atos;
