-- +goose Up

-- Lines of purchases by weight: cost is that of a kilogram, free and returned are grams.
ALTER TABLE purchase_lines ADD COLUMN grams BIGINT; -- that are paid for; NULL: the line is in pieces

DROP TRIGGER purchase_lines_stay;
-- +goose StatementBegin
CREATE TRIGGER purchase_lines_stay BEFORE UPDATE OF id, purchase_id, position, of_line, product_id, pieces, grams, free, cost, with_tax, rate, mrp, price, best_before,
    taxable, cgst, sgst, igst, cess, value ON purchase_lines
WHEN EXISTS (SELECT 1 FROM purchases WHERE id = OLD.purchase_id AND booked_at IS NOT NULL) BEGIN
    SELECT RAISE(ABORT, 'a booked purchase is never changed');
END;
-- +goose StatementEnd

-- +goose Down
SELECT 1;
