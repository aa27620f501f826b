-- +goose Up

-- Payments of a khata by UPI or card that a packer recorded, until a manager confirms that the money came.
CREATE TABLE khata_unconfirmed (
    entry_id   TEXT PRIMARY KEY REFERENCES khata_entries (id),
    created_at TIMESTAMP NOT NULL
);

-- +goose Down
SELECT 1;
