-- +goose Up

-- The links of bills that were replaced: the token of a link is derived from the bill's id and this generation. A
-- bill without a row has its first link, of generation 0.
CREATE TABLE bill_links (
    bill_id    TEXT PRIMARY KEY REFERENCES bills (id),
    generation BIGINT    NOT NULL,
    linked_at  TIMESTAMP NOT NULL              -- when the link began
);

-- +goose Down
SELECT 1;
