-- +goose Up

-- Pieces of the units in which a supplier bills a product: the same words can come in cases and in boxes. The pack of
-- supplier_words is that of an unknown unit.
CREATE TABLE supplier_packs (
    supplier_id TEXT      NOT NULL REFERENCES suppliers (id),
    words       TEXT      NOT NULL,
    unit        TEXT      NOT NULL,             -- in lower case; '': pieces
    pack        BIGINT    NOT NULL,
    updated_at  TIMESTAMP NOT NULL,
    PRIMARY KEY (supplier_id, words, unit)
);

-- +goose Down
SELECT 1;
