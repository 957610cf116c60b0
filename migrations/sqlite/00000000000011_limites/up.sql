-- What the operator allows an application; null = without limit. …_contados is what there is, kept with every
-- creation and deletion while the row is there; who sets a limit counts.
CREATE TABLE limites (
    aplicacao_id INTEGER NOT NULL PRIMARY KEY REFERENCES aplicacoes (id),
    usuarios INTEGER,
    usuarios_contados INTEGER NOT NULL,
    skus INTEGER,
    skus_contados INTEGER NOT NULL
) STRICT;
