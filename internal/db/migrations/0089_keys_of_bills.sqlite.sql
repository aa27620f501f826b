-- +goose Up

-- bill_key is made from bill, which stays; a migration in Go writes it anew.
DROP TRIGGER purchases_stay;
-- +goose StatementBegin
CREATE TRIGGER purchases_stay BEFORE UPDATE OF id, kind, supplier_id, return_of, bill, year, bill_day, due_day, books_day, paper_total, typed_round, discount, reason, credit,
    taxable, cgst, sgst, igst, cess, round_off, total, pieces, staff_id, staff_name, booked_at, created_at ON purchases WHEN OLD.booked_at IS NOT NULL BEGIN
    SELECT RAISE(ABORT, 'a booked purchase is never changed');
END;
-- +goose StatementEnd

-- +goose Down
SELECT 1;
