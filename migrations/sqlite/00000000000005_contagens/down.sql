DROP TABLE contagens;
