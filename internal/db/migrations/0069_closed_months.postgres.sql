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
CREATE FUNCTION refuse_closed_month() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM closed_months WHERE begins <= NEW.issued_at AND NEW.issued_at < ends) THEN
        RAISE EXCEPTION 'the month of a bill is closed';
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER bills_not_of_closed BEFORE INSERT OR UPDATE OF canceled_at ON bills FOR EACH ROW EXECUTE FUNCTION refuse_closed_month();
-- +goose StatementBegin
CREATE FUNCTION refuse_opening_of_month() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a closed month stays closed';
END $$;
-- +goose StatementEnd
CREATE TRIGGER closed_months_stay BEFORE DELETE ON closed_months FOR EACH ROW EXECUTE FUNCTION refuse_opening_of_month();

-- +goose Down
SELECT 1;
