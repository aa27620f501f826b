-- +goose Up

-- When each record was last changed, in an order that readers follow without missing one
-- (docs/adr/0058-one-log-of-changes.md): a row for each kind of change of each record. Transactions
-- commit in another order than their numbers; readers go no further than the oldest open one.
CREATE SEQUENCE change_number;
CREATE TABLE changes (
    event      TEXT      NOT NULL,
    object_id  TEXT      NOT NULL,
    tx         BIGINT    NOT NULL DEFAULT (CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT)),
    number     BIGINT    NOT NULL DEFAULT (nextval('change_number')),
    changed_at TIMESTAMP NOT NULL DEFAULT (timezone('UTC', clock_timestamp())),
    PRIMARY KEY (object_id, event)
);
CREATE INDEX changes_order ON changes (event, tx, number);

-- The positions of readers belong to one database: a restored or moved one has another name.
CREATE TABLE change_epochs (
    epoch TEXT PRIMARY KEY
);
INSERT INTO change_epochs (epoch) VALUES (SUBSTR(REPLACE(CAST(gen_random_uuid() AS TEXT), '-', ''), 1, 16));

INSERT INTO changes (event, object_id, tx, changed_at)
SELECT event, id, 0, at FROM (
    SELECT 'product.changed' AS event, id, updated_at AS at FROM products
    UNION ALL SELECT 'category.changed', id, updated_at FROM categories
    UNION ALL SELECT 'subCategory.changed', id, updated_at FROM sub_categories
    UNION ALL SELECT 'order.changed', id, COALESCE(updated_at, created_at) FROM checkouts WHERE NOT unpaid
    UNION ALL SELECT 'customer.changed', id, updated_at FROM users WHERE staff_role = ''
    UNION ALL SELECT 'khata.changed', user_id, updated_at FROM khata_accounts
    UNION ALL SELECT 'bill.issued', id, issued_at FROM bills
) known ORDER BY at, id;

-- The arguments are the event, and the column that names the record.
-- +goose StatementBegin
CREATE FUNCTION record_change() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    changed RECORD;
    object  TEXT;
BEGIN
    IF TG_OP = 'DELETE' THEN changed := OLD; ELSE changed := NEW; END IF;
    IF TG_ARGV[1] = 'id' THEN object := changed.id;
    ELSIF TG_ARGV[1] = 'user_id' THEN object := changed.user_id;
    ELSE object := changed.checkout_id; END IF;
    INSERT INTO changes (event, object_id) VALUES (TG_ARGV[0], object)
    ON CONFLICT (object_id, event) DO UPDATE SET tx = EXCLUDED.tx, number = EXCLUDED.number, changed_at = EXCLUDED.changed_at;
    RETURN NULL;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE FUNCTION record_added_products() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO changes (event, object_id) SELECT 'product.changed', id FROM added
    ON CONFLICT (object_id, event) DO UPDATE SET tx = EXCLUDED.tx, number = EXCLUDED.number, changed_at = EXCLUDED.changed_at;
    RETURN NULL;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE FUNCTION record_edited_products() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO changes (event, object_id)
    SELECT CASE WHEN before.stock = after.stock THEN 'product.changed' ELSE 'stock.changed' END, after.id
    FROM after JOIN before ON before.id = after.id
    ON CONFLICT (object_id, event) DO UPDATE SET tx = EXCLUDED.tx, number = EXCLUDED.number, changed_at = EXCLUDED.changed_at;
    RETURN NULL;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE FUNCTION record_edited_checkout() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO changes (event, object_id)
    SELECT event, NEW.id FROM (VALUES
        ('order.placed', OLD.unpaid AND NOT NEW.unpaid),
        ('order.changed', NOT (OLD.unpaid AND NEW.unpaid) AND OLD.mailed = NEW.mailed AND OLD.searchable = NEW.searchable),
        ('order.stage', NOT NEW.unpaid AND OLD.stage <> NEW.stage),
        ('order.delivered', NEW.stage = 'DONE' AND NEW.has_delivered AND NOT (OLD.stage = 'DONE' AND OLD.has_delivered)),
        ('order.canceled', NEW.stage = 'DONE' AND NEW.has_canceled AND NOT NEW.has_delivered AND NOT (OLD.stage = 'DONE' AND OLD.has_canceled AND NOT OLD.has_delivered)),
        ('payment.changed', NOT (OLD.unpaid AND NEW.unpaid) AND (OLD.unpaid <> NEW.unpaid OR OLD.collect <> NEW.collect OR OLD.paid_by <> NEW.paid_by
            OR OLD.payment_reference <> NEW.payment_reference OR OLD.paid_at IS DISTINCT FROM NEW.paid_at))) AS events (event, happened) WHERE happened
    ON CONFLICT (object_id, event) DO UPDATE SET tx = EXCLUDED.tx, number = EXCLUDED.number, changed_at = EXCLUDED.changed_at;
    RETURN NULL;
END $$;
-- +goose StatementEnd

CREATE TRIGGER products_added_change AFTER INSERT ON products
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION record_added_products();
CREATE TRIGGER products_edited_change AFTER UPDATE ON products
    REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION record_edited_products();
CREATE TRIGGER products_removed_change AFTER DELETE ON products FOR EACH ROW EXECUTE FUNCTION record_change('product.changed', 'id');
CREATE TRIGGER categories_change AFTER INSERT OR UPDATE OR DELETE ON categories FOR EACH ROW EXECUTE FUNCTION record_change('category.changed', 'id');
CREATE TRIGGER sub_categories_change AFTER INSERT OR UPDATE OR DELETE ON sub_categories FOR EACH ROW EXECUTE FUNCTION record_change('subCategory.changed', 'id');
CREATE TRIGGER checkouts_added_change AFTER INSERT ON checkouts FOR EACH ROW WHEN (NOT NEW.unpaid) EXECUTE FUNCTION record_change('order.placed', 'id');
CREATE TRIGGER checkouts_edited_change AFTER UPDATE ON checkouts FOR EACH ROW EXECUTE FUNCTION record_edited_checkout();
CREATE TRIGGER orders_paid_change AFTER UPDATE OF payment_status ON orders FOR EACH ROW WHEN (OLD.payment_status <> NEW.payment_status)
    EXECUTE FUNCTION record_change('payment.changed', 'checkout_id');
CREATE TRIGGER users_added_change AFTER INSERT ON users FOR EACH ROW WHEN (NEW.staff_role = '') EXECUTE FUNCTION record_change('customer.changed', 'id');
CREATE TRIGGER users_edited_change AFTER UPDATE OF name, email, mobile, status, note, merged_into, staff_role ON users FOR EACH ROW
    WHEN (OLD.staff_role = '' OR NEW.staff_role = '') EXECUTE FUNCTION record_change('customer.changed', 'id');
CREATE TRIGGER customer_sums_change AFTER UPDATE ON customer_sums FOR EACH ROW EXECUTE FUNCTION record_change('customer.changed', 'user_id');
CREATE TRIGGER addresses_change AFTER INSERT OR UPDATE OR DELETE ON addresses FOR EACH ROW EXECUTE FUNCTION record_change('customer.changed', 'user_id');
CREATE TRIGGER customer_mobiles_change AFTER INSERT OR UPDATE OR DELETE ON customer_mobiles FOR EACH ROW EXECUTE FUNCTION record_change('customer.changed', 'user_id');
CREATE TRIGGER khata_accounts_change AFTER INSERT OR UPDATE OR DELETE ON khata_accounts FOR EACH ROW EXECUTE FUNCTION record_change('khata.changed', 'user_id');
CREATE TRIGGER bills_added_change AFTER INSERT ON bills FOR EACH ROW EXECUTE FUNCTION record_change('bill.issued', 'id');
CREATE TRIGGER bills_edited_change AFTER UPDATE OF canceled_at, user_id ON bills FOR EACH ROW EXECUTE FUNCTION record_change('bill.changed', 'id');

-- +goose Down
SELECT 1;
