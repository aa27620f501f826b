-- +goose Up

-- The devices at the counter, each with its own series of bills (docs/adr/0055-a-device-numbers-its-bills.md).
CREATE TABLE counter_devices (
    id           TEXT PRIMARY KEY,
    name         TEXT      NOT NULL,
    prefix       TEXT      NOT NULL,             -- in front of its bills: 'C1'
    key          TEXT,                           -- of the call that made it; NULL: without one
    last_sale_at TIMESTAMP,                      -- time of its last document
    created_at   TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX counter_devices_prefix ON counter_devices (prefix);
CREATE UNIQUE INDEX counter_devices_key ON counter_devices (key);

-- What devices have sent: each key once, kept for good.
CREATE TABLE counter_keys (
    device_id   TEXT      NOT NULL REFERENCES counter_devices (id),
    key         TEXT      NOT NULL,
    request     TEXT      NOT NULL,              -- SHA-256 of what was sent
    checkout_id TEXT      NOT NULL REFERENCES checkouts (id),
    created_at  TIMESTAMP NOT NULL,
    PRIMARY KEY (device_id, key)
);

-- Numbers that a device gave to bills that never arrived, as the owner declared.
CREATE TABLE counter_lost_numbers (
    prefix      TEXT      NOT NULL,
    year        TEXT      NOT NULL,
    serial      BIGINT    NOT NULL,
    declared_at TIMESTAMP NOT NULL,
    PRIMARY KEY (prefix, year, serial)
);

-- Sales and returns without the network that were refused when they arrived.
CREATE TABLE counter_refusals (
    id         TEXT PRIMARY KEY,
    device_id  TEXT      NOT NULL REFERENCES counter_devices (id),
    key        TEXT      NOT NULL,
    kind       TEXT      NOT NULL CHECK (kind IN ('SALE', 'RETURN')),
    number     TEXT      NOT NULL,
    body       TEXT      NOT NULL,               -- JSON of what was sent
    code       TEXT      NOT NULL,
    message    TEXT      NOT NULL,
    staff_name TEXT      NOT NULL,
    made_at    TIMESTAMP NOT NULL,               -- by the device's clock
    created_at TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX counter_refusals_key ON counter_refusals (device_id, key);

-- How a sale at the counter was paid, and what was given back of it. What was said wrongly is voided.
CREATE TABLE checkout_payments (
    id          TEXT PRIMARY KEY,
    checkout_id TEXT      NOT NULL REFERENCES checkouts (id),
    paid_by     TEXT      NOT NULL CHECK (paid_by IN ('CASH', 'UPI', 'CARD', 'KHATA')),
    amount      BIGINT    NOT NULL,              -- paise; below 0: given back
    given       BIGINT    NOT NULL DEFAULT 0,    -- paise of cash that the customer handed over; 0: not said
    reference   TEXT      NOT NULL DEFAULT '',
    device_id   TEXT      NOT NULL REFERENCES counter_devices (id),
    staff_id    TEXT      NOT NULL,
    staff_name  TEXT      NOT NULL,
    created_at  TIMESTAMP NOT NULL,              -- of the sale, or of the return
    voided_at   TIMESTAMP
);
CREATE INDEX checkout_payments_checkout ON checkout_payments (checkout_id);
CREATE INDEX checkout_payments_day ON checkout_payments (created_at, paid_by, amount) WHERE voided_at IS NULL;

-- Products of which more was sold at the counter than the stock had, until they are counted.
CREATE TABLE stock_shortfalls (
    product_id TEXT PRIMARY KEY REFERENCES products (id),
    pieces     BIGINT    NOT NULL CHECK (pieces > 0),
    since      TIMESTAMP NOT NULL
);

ALTER TABLE checkouts ADD COLUMN channel TEXT NOT NULL DEFAULT 'ONLINE' CHECK (channel IN ('ONLINE', 'PHONE', 'COUNTER'));
UPDATE checkouts SET channel = 'PHONE'
WHERE id IN (SELECT checkout_id FROM checkout_events WHERE what = 'placed' AND actor = 'staff');
ALTER TABLE checkouts ADD COLUMN device_id TEXT NOT NULL DEFAULT '';      -- of a sale at the counter
ALTER TABLE checkouts ADD COLUMN bill_number TEXT NOT NULL DEFAULT '';    -- that the device gave its bill
CREATE INDEX checkouts_channel ON checkouts (channel, created_at DESC, id DESC) WHERE channel <> 'ONLINE';

-- Further codes of a product, apart by spaces, and the short code for tiles and scales.
ALTER TABLE products ADD COLUMN more_barcodes TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN item_code TEXT NOT NULL DEFAULT '';
CREATE INDEX products_more_barcodes ON products (id) WHERE more_barcodes <> '';
CREATE INDEX products_item_code ON products (lower(item_code)) WHERE item_code <> '';

-- +goose Down
SELECT 1;
