DROP INDEX skus_gtin;
