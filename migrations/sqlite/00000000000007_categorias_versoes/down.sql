DROP TRIGGER categorias_loja_excluida;
DROP TRIGGER categorias_loja_mudada;
DROP TRIGGER categorias_loja_nova;
DROP TABLE categorias_loja_versoes;
