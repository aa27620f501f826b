-- +goose Up

-- Every line of an import's report, as a file to download; for a check without an import, too.
CREATE TABLE import_reports (
    id         TEXT PRIMARY KEY, -- of import_runs; of a check, its own
    file       TEXT      NOT NULL,
    created_at TIMESTAMP NOT NULL,
    expires_at TIMESTAMP NOT NULL,
    content    TEXT      NOT NULL -- CSV, compressed by gzip, in base64
);

-- Addresses of pictures that lists have named, of products that have none yet.
CREATE TABLE product_image_urls (
    product_id TEXT      NOT NULL REFERENCES products (id),
    position   BIGINT    NOT NULL, -- the first is the shop's first
    url        TEXT      NOT NULL,
    created_at TIMESTAMP NOT NULL,
    PRIMARY KEY (product_id, url)
);

-- +goose Down
SELECT 1;
