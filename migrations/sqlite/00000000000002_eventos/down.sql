DROP TABLE usuarios_excluidos;
DROP TABLE eventos;
