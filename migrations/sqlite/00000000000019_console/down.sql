DROP TABLE console_atos;
DROP TABLE console_acessos;
DELETE FROM sequencias WHERE nome IN ('console_acessos', 'console_atos');
