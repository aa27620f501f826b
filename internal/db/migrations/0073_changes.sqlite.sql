-- +goose Up

-- When each record was last changed, in an order that readers follow without missing one
-- (docs/adr/0058-one-log-of-changes.md): a row for each kind of change of each record. SQLite has one
-- writer at a time, so that each number stands for a transaction of its own.
CREATE TABLE changes (
    number     INTEGER PRIMARY KEY,
    tx         INTEGER GENERATED ALWAYS AS (number) VIRTUAL,
    event      TEXT      NOT NULL,
    object_id  TEXT      NOT NULL,
    changed_at TIMESTAMP NOT NULL DEFAULT (strftime('%Y-%m-%d %H:%M:%f+00:00', 'now'))
);
CREATE UNIQUE INDEX changes_object ON changes (object_id, event);
CREATE INDEX changes_order ON changes (event, tx, number);

-- The positions of readers belong to one database: a restored or moved one has another name.
CREATE TABLE change_epochs (
    epoch TEXT PRIMARY KEY
);
INSERT INTO change_epochs (epoch) VALUES (lower(hex(randomblob(8))));

INSERT INTO changes (event, object_id, changed_at)
SELECT event, id, at FROM (
    SELECT 'product.changed' AS event, id, updated_at AS at FROM products
    UNION ALL SELECT 'category.changed', id, updated_at FROM categories
    UNION ALL SELECT 'subCategory.changed', id, updated_at FROM sub_categories
    UNION ALL SELECT 'order.changed', id, COALESCE(updated_at, created_at) FROM checkouts WHERE NOT unpaid
    UNION ALL SELECT 'customer.changed', id, updated_at FROM users WHERE staff_role = ''
    UNION ALL SELECT 'khata.changed', user_id, updated_at FROM khata_accounts
    UNION ALL SELECT 'bill.issued', id, issued_at FROM bills
) known ORDER BY at, id;

-- +goose StatementBegin
CREATE TRIGGER products_added_change AFTER INSERT ON products BEGIN
    INSERT INTO changes (event, object_id) VALUES ('product.changed', NEW.id)
    ON CONFLICT (object_id, event) DO UPDATE SET number = excluded.number, changed_at = excluded.changed_at;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER products_removed_change AFTER DELETE ON products BEGIN
    INSERT INTO changes (event, object_id) VALUES ('product.changed', OLD.id)
    ON CONFLICT (object_id, event) DO UPDATE SET number = excluded.number, changed_at = excluded.changed_at;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER products_edited_change AFTER UPDATE ON products BEGIN
    INSERT INTO changes (event, object_id) VALUES (CASE WHEN OLD.stock = NEW.stock THEN 'product.changed' ELSE 'stock.changed' END, NEW.id)
    ON CONFLICT (object_id, event) DO UPDATE SET number = excluded.number, changed_at = excluded.changed_at;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER categories_added_change AFTER INSERT ON categories BEGIN
    INSERT INTO changes (event, object_id) VALUES ('category.changed', NEW.id)
    ON CONFLICT (object_id, event) DO UPDATE SET number = excluded.number, changed_at = excluded.changed_at;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER categories_edited_change AFTER UPDATE ON categories BEGIN
    INSERT INTO changes (event, object_id) VALUES ('category.changed', NEW.id)
    ON CONFLICT (object_id, event) DO UPDATE SET number = excluded.number, changed_at = excluded.changed_at;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER categories_removed_change AFTER DELETE ON categories BEGIN
    INSERT INTO changes (event, object_id) VALUES ('category.changed', OLD.id)
    ON CONFLICT (object_id, event) DO UPDATE SET number = excluded.number, changed_at = excluded.changed_at;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER sub_categories_added_change AFTER INSERT ON sub_categories BEGIN
    INSERT INTO changes (event, object_id) VALUES ('subCategory.changed', NEW.id)
    ON CONFLICT (object_id, event) DO UPDATE SET number = excluded.number, changed_at = excluded.changed_at;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER sub_categories_edited_change AFTER UPDATE ON sub_categories BEGIN
    INSERT INTO changes (event, object_id) VALUES ('subCategory.changed', NEW.id)
    ON CONFLICT (object_id, event) DO UPDATE SET number = excluded.number, changed_at = excluded.changed_at;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER sub_categories_removed_change AFTER DELETE ON sub_categories BEGIN
    INSERT INTO changes (event, object_id) VALUES ('subCategory.changed', OLD.id)
    ON CONFLICT (object_id, event) DO UPDATE SET number = excluded.number, changed_at = excluded.changed_at;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER checkouts_added_change AFTER INSERT ON checkouts WHEN NOT NEW.unpaid BEGIN
    INSERT INTO changes (event, object_id) VALUES ('order.placed', NEW.id)
    ON CONFLICT (object_id, event) DO UPDATE SET number = excluded.number, changed_at = excluded.changed_at;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER checkouts_edited_change AFTER UPDATE ON checkouts BEGIN
    INSERT INTO changes (event, object_id)
    SELECT column1, NEW.id FROM (VALUES
        ('order.placed', OLD.unpaid AND NOT NEW.unpaid),
        ('order.changed', NOT (OLD.unpaid AND NEW.unpaid) AND OLD.mailed = NEW.mailed AND OLD.searchable = NEW.searchable),
        ('order.stage', NOT NEW.unpaid AND OLD.stage <> NEW.stage),
        ('order.delivered', NEW.stage = 'DONE' AND NEW.has_delivered AND NOT (OLD.stage = 'DONE' AND OLD.has_delivered)),
        ('order.canceled', NEW.stage = 'DONE' AND NEW.has_canceled AND NOT NEW.has_delivered AND NOT (OLD.stage = 'DONE' AND OLD.has_canceled AND NOT OLD.has_delivered)),
        ('payment.changed', NOT (OLD.unpaid AND NEW.unpaid) AND (OLD.unpaid <> NEW.unpaid OR OLD.collect <> NEW.collect OR OLD.paid_by <> NEW.paid_by
            OR OLD.payment_reference <> NEW.payment_reference OR OLD.paid_at IS DISTINCT FROM NEW.paid_at))) WHERE column2
    ON CONFLICT (object_id, event) DO UPDATE SET number = excluded.number, changed_at = excluded.changed_at;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER orders_paid_change AFTER UPDATE OF payment_status ON orders WHEN OLD.payment_status <> NEW.payment_status BEGIN
    INSERT INTO changes (event, object_id) VALUES ('payment.changed', NEW.checkout_id)
    ON CONFLICT (object_id, event) DO UPDATE SET number = excluded.number, changed_at = excluded.changed_at;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER users_added_change AFTER INSERT ON users WHEN NEW.staff_role = '' BEGIN
    INSERT INTO changes (event, object_id) VALUES ('customer.changed', NEW.id)
    ON CONFLICT (object_id, event) DO UPDATE SET number = excluded.number, changed_at = excluded.changed_at;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER users_edited_change AFTER UPDATE OF name, email, mobile, status, note, merged_into, staff_role ON users WHEN OLD.staff_role = '' OR NEW.staff_role = '' BEGIN
    INSERT INTO changes (event, object_id) VALUES ('customer.changed', NEW.id)
    ON CONFLICT (object_id, event) DO UPDATE SET number = excluded.number, changed_at = excluded.changed_at;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER customer_sums_edited_change AFTER UPDATE ON customer_sums BEGIN
    INSERT INTO changes (event, object_id) VALUES ('customer.changed', NEW.user_id)
    ON CONFLICT (object_id, event) DO UPDATE SET number = excluded.number, changed_at = excluded.changed_at;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER addresses_added_change AFTER INSERT ON addresses BEGIN
    INSERT INTO changes (event, object_id) VALUES ('customer.changed', NEW.user_id)
    ON CONFLICT (object_id, event) DO UPDATE SET number = excluded.number, changed_at = excluded.changed_at;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER addresses_edited_change AFTER UPDATE ON addresses BEGIN
    INSERT INTO changes (event, object_id) VALUES ('customer.changed', NEW.user_id)
    ON CONFLICT (object_id, event) DO UPDATE SET number = excluded.number, changed_at = excluded.changed_at;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER addresses_removed_change AFTER DELETE ON addresses BEGIN
    INSERT INTO changes (event, object_id) VALUES ('customer.changed', OLD.user_id)
    ON CONFLICT (object_id, event) DO UPDATE SET number = excluded.number, changed_at = excluded.changed_at;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER customer_mobiles_added_change AFTER INSERT ON customer_mobiles BEGIN
    INSERT INTO changes (event, object_id) VALUES ('customer.changed', NEW.user_id)
    ON CONFLICT (object_id, event) DO UPDATE SET number = excluded.number, changed_at = excluded.changed_at;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER customer_mobiles_edited_change AFTER UPDATE ON customer_mobiles BEGIN
    INSERT INTO changes (event, object_id) VALUES ('customer.changed', NEW.user_id)
    ON CONFLICT (object_id, event) DO UPDATE SET number = excluded.number, changed_at = excluded.changed_at;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER customer_mobiles_removed_change AFTER DELETE ON customer_mobiles BEGIN
    INSERT INTO changes (event, object_id) VALUES ('customer.changed', OLD.user_id)
    ON CONFLICT (object_id, event) DO UPDATE SET number = excluded.number, changed_at = excluded.changed_at;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER khata_accounts_added_change AFTER INSERT ON khata_accounts BEGIN
    INSERT INTO changes (event, object_id) VALUES ('khata.changed', NEW.user_id)
    ON CONFLICT (object_id, event) DO UPDATE SET number = excluded.number, changed_at = excluded.changed_at;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER khata_accounts_edited_change AFTER UPDATE ON khata_accounts BEGIN
    INSERT INTO changes (event, object_id) VALUES ('khata.changed', NEW.user_id)
    ON CONFLICT (object_id, event) DO UPDATE SET number = excluded.number, changed_at = excluded.changed_at;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER khata_accounts_removed_change AFTER DELETE ON khata_accounts BEGIN
    INSERT INTO changes (event, object_id) VALUES ('khata.changed', OLD.user_id)
    ON CONFLICT (object_id, event) DO UPDATE SET number = excluded.number, changed_at = excluded.changed_at;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER bills_added_change AFTER INSERT ON bills BEGIN
    INSERT INTO changes (event, object_id) VALUES ('bill.issued', NEW.id)
    ON CONFLICT (object_id, event) DO UPDATE SET number = excluded.number, changed_at = excluded.changed_at;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER bills_edited_change AFTER UPDATE OF canceled_at, user_id ON bills BEGIN
    INSERT INTO changes (event, object_id) VALUES ('bill.changed', NEW.id)
    ON CONFLICT (object_id, event) DO UPDATE SET number = excluded.number, changed_at = excluded.changed_at;
END;
-- +goose StatementEnd

-- +goose Down
SELECT 1;
