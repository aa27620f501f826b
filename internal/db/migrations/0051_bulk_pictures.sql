-- +goose Up

-- Fetching a picture by its address: due_at is NULL until somebody asks, and again once it has
-- ended; a worker that claims a row puts it off by its lease.
ALTER TABLE product_image_urls ADD COLUMN due_at TIMESTAMP;
ALTER TABLE product_image_urls ADD COLUMN attempts BIGINT NOT NULL DEFAULT 0;
ALTER TABLE product_image_urls ADD COLUMN ended_at TIMESTAMP;
ALTER TABLE product_image_urls ADD COLUMN image TEXT NOT NULL DEFAULT ''; -- what became of it
ALTER TABLE product_image_urls ADD COLUMN failure TEXT NOT NULL DEFAULT ''; -- a sentence for people
CREATE INDEX product_image_urls_due ON product_image_urls (due_at) WHERE due_at IS NOT NULL;

-- What two files of one picture have in common, of each picture of the shop that was compared.
CREATE TABLE picture_fingerprints (
    image       TEXT PRIMARY KEY,
    fingerprint TEXT      NOT NULL, -- hexadecimal; '' where the picture cannot be read
    created_at  TIMESTAMP NOT NULL
);
CREATE INDEX picture_fingerprints_created ON picture_fingerprints (created_at);

-- Pictures that came in bulk and wait for a word on whose they are.
CREATE TABLE picture_proposals (
    id          TEXT PRIMARY KEY,
    file        TEXT      NOT NULL, -- its name, or its address, as it came
    image       TEXT      NOT NULL,
    fingerprint TEXT      NOT NULL,
    product_id  TEXT      NOT NULL, -- whose it may be; '' where nothing is near
    reason      TEXT      NOT NULL, -- near, none, same or full
    other       TEXT      NOT NULL, -- name of the product that has the same picture; else ''
    created_at  TIMESTAMP NOT NULL
);

-- +goose Down
SELECT 1;
