ALTER TABLE lojas_config DROP COLUMN perfil;
