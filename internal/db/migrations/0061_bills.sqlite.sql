-- +goose Up

-- What the tax of goods depends on. A product without an HSN has that of its sub-category.
ALTER TABLE products ADD COLUMN sku TEXT NOT NULL DEFAULT '';              -- the shop's own code
ALTER TABLE products ADD COLUMN hsn TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN tax_condition TEXT NOT NULL DEFAULT '';    -- PREPACKED, LOOSE or another word of the table of rates
ALTER TABLE products ADD COLUMN gst_rate BIGINT;                           -- hundredths of a per cent; NULL: by the HSN
ALTER TABLE sub_categories ADD COLUMN hsn TEXT NOT NULL DEFAULT '';
ALTER TABLE sub_categories ADD COLUMN tax_condition TEXT NOT NULL DEFAULT '';
ALTER TABLE sub_categories ADD COLUMN gst_rate BIGINT;

-- The owner's rows of the table of rates, beside those that come with the program.
CREATE TABLE tax_rates (
    id         TEXT PRIMARY KEY,
    hsn        TEXT      NOT NULL,             -- 2 to 8 digits with which the HSN of the goods begins
    condition  TEXT      NOT NULL,
    rate       BIGINT    NOT NULL,             -- hundredths of a per cent
    cess       BIGINT    NOT NULL,             -- hundredths of a per cent
    treatment  TEXT      NOT NULL CHECK (treatment IN ('TAXABLE', 'EXEMPT')),
    base       TEXT      NOT NULL CHECK (base IN ('PRICE', 'MRP')),
    from_day   TEXT      NOT NULL,             -- YYYY-MM-DD in India
    created_at TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX tax_rates_row ON tax_rates (hsn, condition, from_day);

ALTER TABLE checkouts ADD COLUMN buyer_name TEXT NOT NULL DEFAULT '';      -- a business that buys
ALTER TABLE checkouts ADD COLUMN buyer_gstin TEXT NOT NULL DEFAULT '';
ALTER TABLE checkouts ADD COLUMN billing TEXT NOT NULL DEFAULT '' CHECK (billing IN ('', 'WAITS', 'ISSUED')); -- WAITS: the goods left without a bill

-- The next number of each series: a front in a financial year. A series has no gap.
CREATE TABLE bill_series (
    prefix TEXT   NOT NULL,
    year   TEXT   NOT NULL,                    -- April to March: '26-27'
    next   BIGINT NOT NULL,
    PRIMARY KEY (prefix, year)
);

-- Bills and credit notes as they were issued.
CREATE TABLE bills (
    id              TEXT PRIMARY KEY,
    number          TEXT      NOT NULL,
    path_number     TEXT      NOT NULL,        -- with - for each /
    prefix          TEXT      NOT NULL,
    year            TEXT      NOT NULL,
    serial          BIGINT    NOT NULL,
    kind            TEXT      NOT NULL CHECK (kind IN ('TAX_INVOICE', 'BILL_OF_SUPPLY', 'INVOICE_CUM_BILL_OF_SUPPLY', 'CASH_MEMO', 'CREDIT_NOTE')),
    checkout_id     TEXT      NOT NULL REFERENCES checkouts (id),
    user_id         TEXT      NOT NULL REFERENCES users (id),
    credit_for      TEXT      NOT NULL DEFAULT '', -- id of the bill that a credit note is about
    issued_at       TIMESTAMP NOT NULL,
    place_of_supply TEXT      NOT NULL,        -- code of a state; '' where nobody said one
    total           BIGINT    NOT NULL,
    round_off       BIGINT    NOT NULL,
    payable         BIGINT    NOT NULL,
    document        TEXT      NOT NULL,        -- JSON: seller, buyer and lines
    left_at         TIMESTAMP,                 -- when the goods left the shop; NULL: they have not
    canceled_at     TIMESTAMP,
    cancel_reason   TEXT      NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX bills_number ON bills (path_number);
CREATE UNIQUE INDEX bills_serial ON bills (prefix, year, serial);
CREATE INDEX bills_checkout ON bills (checkout_id, id);
CREATE INDEX bills_age ON bills (issued_at DESC, id DESC);
CREATE INDEX bills_user ON bills (user_id, issued_at DESC, id DESC);

-- +goose StatementBegin
CREATE TRIGGER bills_stay BEFORE UPDATE OF id, number, path_number, prefix, year, serial, kind, checkout_id, user_id, credit_for, issued_at, place_of_supply,
    total, round_off, payable, document ON bills BEGIN
    SELECT RAISE(ABORT, 'a bill is never changed');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER bills_canceled_once BEFORE UPDATE OF canceled_at, cancel_reason ON bills WHEN OLD.canceled_at IS NOT NULL BEGIN
    SELECT RAISE(ABORT, 'a bill is canceled once');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER bills_kept BEFORE DELETE ON bills BEGIN
    SELECT RAISE(ABORT, 'a bill is never deleted');
END;
-- +goose StatementEnd

-- +goose Down
SELECT 1;
