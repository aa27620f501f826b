-- +goose Up

-- Months of the books in which nothing changes any more. A row stays.
CREATE TABLE closed_months (
    month     TEXT PRIMARY KEY,                -- YYYY-MM
    begins    TIMESTAMP NOT NULL,              -- its first moment in India
    ends      TIMESTAMP NOT NULL,              -- that of the next month
    closed_at TIMESTAMP NOT NULL,
    closed_by TEXT      NOT NULL               -- id of a user
);

CREATE INDEX checkouts_without_bill ON checkouts (created_at) WHERE billing = 'WAITS';

-- +goose StatementBegin
CREATE TRIGGER bills_not_added_to_closed BEFORE INSERT ON bills
    WHEN EXISTS (SELECT 1 FROM closed_months WHERE begins <= NEW.issued_at AND NEW.issued_at < ends) BEGIN
    SELECT RAISE(ABORT, 'the month of a bill is closed');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER bills_not_canceled_in_closed BEFORE UPDATE OF canceled_at ON bills
    WHEN EXISTS (SELECT 1 FROM closed_months WHERE begins <= NEW.issued_at AND NEW.issued_at < ends) BEGIN
    SELECT RAISE(ABORT, 'the month of a bill is closed');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER closed_months_stay BEFORE DELETE ON closed_months BEGIN
    SELECT RAISE(ABORT, 'a closed month stays closed');
END;
-- +goose StatementEnd

-- +goose Down
SELECT 1;
