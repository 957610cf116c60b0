-- How interface B answers the store: a word of domain::loja_config::Perfil; null = as for the whole program.
ALTER TABLE lojas_config ADD COLUMN perfil TEXT;
