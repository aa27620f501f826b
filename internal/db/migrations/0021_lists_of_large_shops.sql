-- +goose Up

-- What was sold of a checkout: the rows that are to be paid in cash, or paid, and not
-- canceled. The report of thirty days reads one short entry of an index for a checkout
-- instead of one for each row.
ALTER TABLE checkouts ADD COLUMN sold BIGINT;                                -- paise; NULL: nothing
UPDATE checkouts SET sold = sums.sold
FROM (
    SELECT checkout_id, SUM(total) AS sold
    FROM orders
    WHERE delivery_status <> 'CANCELED' AND payment_status IN ('COD', 'PAID') AND NOT hidden
    GROUP BY checkout_id
) AS sums
WHERE sums.checkout_id = checkouts.id;
CREATE INDEX checkouts_sold ON checkouts (created_at, sold) WHERE sold IS NOT NULL;

-- Of the orders of today alone every row is read; nothing else reads this index now.
DROP INDEX orders_day;
CREATE INDEX orders_day ON orders (created_at, hidden, delivery_status, payment_status, product_id, quantity);
-- A search looks through the names, mobiles and emails of all customers.
DROP INDEX users_by_name;
CREATE INDEX users_by_name ON users (LOWER(name), id, mobile, email) WHERE staff_role = '';

-- What is out of stock, for the report of the day.
CREATE INDEX products_sold_out ON products (id) WHERE stock = 0 AND publish AND deleted_at IS NULL;

-- The activity log's filters read one index each, the newest first: all of it, of one
-- person, of one kind of act (the noun of its code), and of one person and kind.
DROP INDEX audit_log_age;
DROP INDEX audit_log_actor;
DROP INDEX audit_log_what;
CREATE INDEX audit_log_age ON audit_log (created_at DESC, id DESC);
CREATE INDEX audit_log_actor ON audit_log (actor_id, created_at DESC, id DESC);
CREATE INDEX audit_log_noun ON audit_log (RTRIM(what, 'abcdefghijklmnopqrstuvwxyz_'), created_at DESC, id DESC, what);
CREATE INDEX audit_log_actor_noun ON audit_log (actor_id, RTRIM(what, 'abcdefghijklmnopqrstuvwxyz_'), created_at DESC, id DESC, what);
-- What an act was done to, by its whole name.
CREATE INDEX audit_log_object ON audit_log (LOWER(object), created_at DESC, id DESC);

-- The desk's lists of one area, of one way to pay, and with unpaid orders.
DROP INDEX checkouts_newest;
CREATE INDEX checkouts_newest ON checkouts (problem DESC, created_at DESC, id DESC, unpaid);
CREATE INDEX checkouts_of_area ON checkouts (pincode, problem DESC, created_at DESC, id DESC, unpaid);
CREATE INDEX checkouts_of_method ON checkouts (payment_method, problem DESC, created_at DESC, id DESC, unpaid);

-- +goose Down
SELECT 1;
