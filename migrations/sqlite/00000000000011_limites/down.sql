DROP TABLE limites;
