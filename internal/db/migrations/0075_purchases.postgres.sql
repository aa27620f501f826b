-- +goose Up

-- Who brings goods.
CREATE TABLE suppliers (
    id          TEXT PRIMARY KEY,
    name        TEXT      NOT NULL,
    mobile      TEXT      NOT NULL DEFAULT '',
    gstin       TEXT      NOT NULL DEFAULT '',
    state       TEXT      NOT NULL DEFAULT '',  -- its code
    days_to_pay BIGINT    NOT NULL DEFAULT 0,
    mapping     TEXT      NOT NULL DEFAULT '{}',-- the columns of its files, by field
    created_at  TIMESTAMP NOT NULL,
    updated_at  TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX suppliers_name ON suppliers (lower(name));

-- The words of a supplier's bills for products, as staff confirmed them.
CREATE TABLE supplier_words (
    supplier_id TEXT      NOT NULL REFERENCES suppliers (id),
    words       TEXT      NOT NULL,
    product_id  TEXT      NOT NULL REFERENCES products (id),
    pack        BIGINT    NOT NULL,             -- pieces that one of the bill's units has
    updated_at  TIMESTAMP NOT NULL,
    PRIMARY KEY (supplier_id, words)
);

-- Bills of suppliers, and returns to them. A draft has no booked_at.
CREATE TABLE purchases (
    id          TEXT PRIMARY KEY,
    kind        TEXT      NOT NULL CHECK (kind IN ('PURCHASE', 'RETURN')),
    supplier_id TEXT      NOT NULL REFERENCES suppliers (id),
    return_of   TEXT      NOT NULL DEFAULT '',
    bill        TEXT      NOT NULL DEFAULT '',  -- its number
    bill_key    TEXT      NOT NULL DEFAULT '',  -- the number as it is compared
    year        TEXT      NOT NULL DEFAULT '',  -- financial year of the day
    bill_day    TEXT      NOT NULL,
    due_day     TEXT      NOT NULL DEFAULT '',
    books_day   TEXT      NOT NULL DEFAULT '',  -- when it counts in the books: the bill's day, or that of the booking where its month was closed
    paper_total BIGINT,                         -- paise
    typed_round BIGINT,                         -- paise; NULL: by the paper's total
    discount    BIGINT    NOT NULL DEFAULT 0,   -- paise off all lines
    reason      TEXT      NOT NULL DEFAULT '',  -- of a return
    credit      BOOLEAN   NOT NULL DEFAULT FALSE, -- its tax is taken as credit
    taxable     BIGINT    NOT NULL DEFAULT 0,   -- paise, as this and the following were booked
    cgst        BIGINT    NOT NULL DEFAULT 0,
    sgst        BIGINT    NOT NULL DEFAULT 0,
    igst        BIGINT    NOT NULL DEFAULT 0,
    cess        BIGINT    NOT NULL DEFAULT 0,
    round_off   BIGINT    NOT NULL DEFAULT 0,
    total       BIGINT    NOT NULL DEFAULT 0,
    pieces      BIGINT    NOT NULL DEFAULT 0,
    paid        BIGINT    NOT NULL DEFAULT 0,   -- the sum of supplier_payments
    returned    BIGINT    NOT NULL DEFAULT 0,   -- the sum of its returns
    staff_id    TEXT      NOT NULL DEFAULT '',
    staff_name  TEXT      NOT NULL DEFAULT '',
    booked_at   TIMESTAMP,
    created_at  TIMESTAMP NOT NULL,
    updated_at  TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX purchases_bill ON purchases (supplier_id, year, bill_key) WHERE kind = 'PURCHASE' AND bill_key <> '';
CREATE UNIQUE INDEX purchases_return ON purchases (bill) WHERE kind = 'RETURN';
CREATE INDEX purchases_day ON purchases (bill_day, id);
CREATE INDEX purchases_books ON purchases (books_day, id) WHERE books_day <> '';
CREATE INDEX purchases_supplier ON purchases (supplier_id, bill_day);
CREATE INDEX purchases_due ON purchases (due_day, id) WHERE booked_at IS NOT NULL AND paid + returned < total;

CREATE TABLE purchase_lines (
    id          TEXT PRIMARY KEY,
    purchase_id TEXT    NOT NULL REFERENCES purchases (id) ON DELETE CASCADE,
    position    BIGINT  NOT NULL,
    of_line     TEXT    NOT NULL DEFAULT '',    -- of a return: the line that came in
    product_id  TEXT    NOT NULL REFERENCES products (id),
    pieces      BIGINT  NOT NULL,
    free        BIGINT  NOT NULL DEFAULT 0,
    cost        BIGINT,                         -- paise a piece, as the bill says it
    with_tax    BOOLEAN NOT NULL DEFAULT FALSE,
    rate        BIGINT,                         -- hundredths of a per cent
    mrp         BIGINT,
    price       BIGINT,                         -- the new selling price
    best_before TEXT    NOT NULL DEFAULT '',
    taxable     BIGINT  NOT NULL DEFAULT 0,
    cgst        BIGINT  NOT NULL DEFAULT 0,
    sgst        BIGINT  NOT NULL DEFAULT 0,
    igst        BIGINT  NOT NULL DEFAULT 0,
    cess        BIGINT  NOT NULL DEFAULT 0,
    value       BIGINT  NOT NULL DEFAULT 0,     -- paise that all pieces cost the shop
    returned    BIGINT  NOT NULL DEFAULT 0      -- pieces sent back
);
CREATE INDEX purchase_lines_purchase ON purchase_lines (purchase_id, position);
CREATE INDEX purchase_lines_product ON purchase_lines (product_id);

CREATE TABLE supplier_payments (
    id          TEXT PRIMARY KEY,
    purchase_id TEXT      NOT NULL REFERENCES purchases (id),
    amount      BIGINT    NOT NULL CHECK (amount > 0),
    paid_by     TEXT      NOT NULL CHECK (paid_by IN ('CASH', 'UPI', 'CARD', 'BANK')),
    reference   TEXT      NOT NULL DEFAULT '',
    staff_id    TEXT      NOT NULL DEFAULT '',
    staff_name  TEXT      NOT NULL DEFAULT '',
    created_at  TIMESTAMP NOT NULL
);
CREATE INDEX supplier_payments_purchase ON supplier_payments (purchase_id, created_at);
CREATE INDEX supplier_payments_day ON supplier_payments (created_at);

-- What came together with one best-before day, and for each product that has such lots one row of the
-- pieces without a day ('' as the day). What is left of them now follows from the stock
-- (docs/adr/0057-what-is-left-of-a-lot.md).
CREATE TABLE stock_lots (
    id          TEXT PRIMARY KEY,
    product_id  TEXT      NOT NULL REFERENCES products (id),
    line_id     TEXT      NOT NULL DEFAULT '',  -- of the purchase
    best_before TEXT      NOT NULL DEFAULT '',
    pieces      BIGINT    NOT NULL,             -- that came in, less those written off or sent back
    remaining   BIGINT    NOT NULL,             -- when the lots were last settled
    expired     BOOLEAN   NOT NULL DEFAULT FALSE,
    created_at  TIMESTAMP NOT NULL
);
CREATE INDEX stock_lots_product ON stock_lots (product_id, best_before, id);
CREATE UNIQUE INDEX stock_lots_undated ON stock_lots (product_id) WHERE best_before = '';
CREATE INDEX stock_lots_day ON stock_lots (best_before) WHERE best_before <> '';
CREATE INDEX stock_lots_line ON stock_lots (line_id) WHERE line_id <> '';

-- A price that holds until a lot is out.
CREATE TABLE markdowns (
    product_id TEXT PRIMARY KEY REFERENCES products (id),
    lot_id     TEXT      NOT NULL REFERENCES stock_lots (id),
    discount   BIGINT    NOT NULL,              -- paise off the MRP while it holds
    normal     BIGINT    NOT NULL,              -- paise off the MRP after it
    created_at TIMESTAMP NOT NULL
);

ALTER TABLE products ADD COLUMN supplier_id TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN pack_size BIGINT NOT NULL DEFAULT 0;
ALTER TABLE products ADD COLUMN min_stock BIGINT NOT NULL DEFAULT 0;
ALTER TABLE products ADD COLUMN cost BIGINT;                        -- thousandths of a paisa a piece; NULL: unknown
ALTER TABLE products ADD COLUMN expired BIGINT NOT NULL DEFAULT 0;  -- pieces of the stock past their day

-- What the pieces of an order row had cost when they were sold.
ALTER TABLE orders ADD COLUMN cost BIGINT;                          -- thousandths of a paisa a piece; NULL: unknown

-- Goods go back to a supplier. Both databases change a check by a new column.
ALTER TABLE stock_movements ADD COLUMN reason_next TEXT NOT NULL DEFAULT 'edit' CHECK (reason_next IN ('opening', 'order', 'cancel', 'expiry', 'edit', 'import', 'received', 'damaged', 'counted', 'sent_back'));
UPDATE stock_movements SET reason_next = reason WHERE reason <> 'edit';
ALTER TABLE stock_movements DROP COLUMN reason;
ALTER TABLE stock_movements RENAME COLUMN reason_next TO reason;

-- +goose StatementBegin
CREATE FUNCTION refuse_change_of_purchase() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF TG_TABLE_NAME = 'purchases' THEN
        IF OLD.booked_at IS NOT NULL THEN
            RAISE EXCEPTION 'a booked purchase is never changed or deleted';
        END IF;
    ELSIF EXISTS (SELECT 1 FROM purchases WHERE id = OLD.purchase_id AND booked_at IS NOT NULL) THEN
        RAISE EXCEPTION 'a booked purchase is never changed or deleted';
    END IF;
    IF TG_OP = 'DELETE' THEN
        RETURN OLD;
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER purchases_stay BEFORE UPDATE OF id, kind, supplier_id, return_of, bill, bill_key, year, bill_day, due_day, books_day, paper_total, typed_round, discount, reason, credit,
    taxable, cgst, sgst, igst, cess, round_off, total, pieces, staff_id, staff_name, booked_at, created_at ON purchases
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_purchase();
CREATE TRIGGER purchases_kept BEFORE DELETE ON purchases FOR EACH ROW EXECUTE FUNCTION refuse_change_of_purchase();
CREATE TRIGGER purchase_lines_stay BEFORE UPDATE OF id, purchase_id, position, of_line, product_id, pieces, free, cost, with_tax, rate, mrp, price, best_before,
    taxable, cgst, sgst, igst, cess, value ON purchase_lines
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_purchase();
CREATE TRIGGER purchase_lines_kept BEFORE DELETE ON purchase_lines FOR EACH ROW EXECUTE FUNCTION refuse_change_of_purchase();

-- +goose Down
SELECT 1;
