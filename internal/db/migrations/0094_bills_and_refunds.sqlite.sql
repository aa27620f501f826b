-- +goose Up

-- The buyer's address on the bill of a sale at the counter; other orders have a delivery address.
ALTER TABLE checkouts ADD COLUMN buyer_address TEXT NOT NULL DEFAULT '';

-- How money was given back: CASH, or KHATA, which leaves a payment by UPI in the bank.
ALTER TABLE cash_given_back ADD COLUMN how TEXT NOT NULL DEFAULT 'CASH';

-- The supplier's GSTIN and state on the day of booking, for the register of purchases.
ALTER TABLE purchases ADD COLUMN supplier_gstin TEXT NOT NULL DEFAULT '';
ALTER TABLE purchases ADD COLUMN supplier_state TEXT NOT NULL DEFAULT '';
UPDATE purchases
SET supplier_gstin = (SELECT gstin FROM suppliers WHERE suppliers.id = supplier_id),
    supplier_state = (SELECT state FROM suppliers WHERE suppliers.id = supplier_id)
WHERE booked_at IS NOT NULL;
DROP TRIGGER purchases_stay;
-- +goose StatementBegin
CREATE TRIGGER purchases_stay BEFORE UPDATE OF id, kind, supplier_id, return_of, bill, year, bill_day, due_day, books_day, supplier_gstin, supplier_state, paper_total, typed_round, discount, reason, credit,
    taxable, cgst, sgst, igst, cess, round_off, total, pieces, staff_id, staff_name, booked_at, created_at ON purchases WHEN OLD.booked_at IS NOT NULL BEGIN
    SELECT RAISE(ABORT, 'a booked purchase is never changed');
END;
-- +goose StatementEnd
