-- +goose Up

-- Lines of purchases by weight: cost is that of a kilogram, free and returned are grams.
ALTER TABLE purchase_lines ADD COLUMN grams BIGINT; -- that are paid for; NULL: the line is in pieces

DROP TRIGGER purchase_lines_stay ON purchase_lines;
CREATE TRIGGER purchase_lines_stay BEFORE UPDATE OF id, purchase_id, position, of_line, product_id, pieces, grams, free, cost, with_tax, rate, mrp, price, best_before,
    taxable, cgst, sgst, igst, cess, value ON purchase_lines
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_purchase();

-- +goose Down
SELECT 1;
