DROP TABLE contagem_mudancas;
DROP TABLE contagens;
