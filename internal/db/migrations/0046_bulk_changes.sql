-- +goose Up

-- A change of many products at once, as it can be undone: what each was before and after.
CREATE TABLE bulk_changes (
    id         TEXT PRIMARY KEY,
    title      TEXT      NOT NULL, -- what was done, for people
    user_name  TEXT      NOT NULL,
    products   BIGINT    NOT NULL,
    created_at TIMESTAMP NOT NULL,
    undone_at  TIMESTAMP
);
CREATE TABLE bulk_change_rows (
    bulk_id                TEXT    NOT NULL REFERENCES bulk_changes (id) ON DELETE CASCADE,
    product_id             TEXT    NOT NULL REFERENCES products (id),
    price_before           BIGINT  NOT NULL,
    price_after            BIGINT  NOT NULL,
    discount_before        BIGINT  NOT NULL,
    discount_after         BIGINT  NOT NULL,
    unit_before            TEXT    NOT NULL,
    unit_after             TEXT    NOT NULL,
    publish_before         BOOLEAN NOT NULL,
    publish_after          BOOLEAN NOT NULL,
    category_id_before     TEXT    NOT NULL,
    category_id_after      TEXT    NOT NULL,
    sub_category_id_before TEXT    NOT NULL,
    sub_category_id_after  TEXT    NOT NULL,
    PRIMARY KEY (bulk_id, product_id)
);

-- +goose Down
SELECT 1;
