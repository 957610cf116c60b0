DROP TABLE usuarios_excluidos;
DROP TABLE eventos_novos;
DROP TABLE eventos;
