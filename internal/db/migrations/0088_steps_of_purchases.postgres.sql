-- +goose Up

-- What a piece of a line weighs of goods sold by weight, so that the line means the same when the product gets other steps.
ALTER TABLE purchase_lines ADD COLUMN step_grams BIGINT NOT NULL DEFAULT 0; -- 0: sold by the piece
UPDATE purchase_lines SET step_grams = COALESCE((SELECT p.step_grams FROM products p WHERE p.id = product_id), 0);

DROP TRIGGER purchase_lines_stay ON purchase_lines;
CREATE TRIGGER purchase_lines_stay BEFORE UPDATE OF id, purchase_id, position, of_line, product_id, pieces, grams, step_grams, free, cost, with_tax, rate, mrp, price, best_before,
    taxable, cgst, sgst, igst, cess, value ON purchase_lines
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_purchase();

-- +goose Down
SELECT 1;
