DROP TRIGGER categorias_loja_excluida ON categorias_loja;
DROP TRIGGER categorias_loja_mudada ON categorias_loja;
DROP TRIGGER categorias_loja_nova ON categorias_loja;
DROP FUNCTION categorias_loja_mudou();
DROP TABLE categorias_loja_versoes;
