-- A shop of the first schema: an administrator, a shopper, two products, and an order with each outcome.
INSERT INTO users (id, name, email, password_hash, role, status, verify_email, created_at, updated_at) VALUES
    ('asha', 'Asha', 'asha@example.in', 'hash', 'ADMIN', 'Active', TRUE, '2026-01-15 09:00:00', '2026-01-15 09:00:00'),
    ('ravi', 'Ravi ராஜ்', 'ravi@example.in', 'hash', 'USER', 'Active', FALSE, '2026-01-15 09:00:01', '2026-01-15 09:00:01'),
    ('gone', 'Gone', 'gone@example.in', 'hash', 'USER', 'Suspended', FALSE, '2026-01-15 09:00:02.123456', '2026-01-15 09:00:02.123456');
INSERT INTO logins (id, user_id, created_at, ended_at) VALUES
    ('l1', 'ravi', '2026-01-15 09:00:00', NULL), ('l2', 'ravi', '2026-01-15 09:00:00', '2026-01-15 10:00:00');
INSERT INTO tokens (hash, login_id, kind, expires_at) VALUES ('h1', 'l1', 'access', '2026-02-15 09:00:00'), ('h2', 'l1', 'refresh', '2026-02-15 09:00:00');
INSERT INTO categories (id, name, name_key, position, created_at, updated_at) VALUES ('c', 'Dairy', 'dairy', 1, '2026-01-15 09:00:00', '2026-01-15 09:00:00');
INSERT INTO sub_categories (id, category_id, name, name_key, created_at, updated_at) VALUES ('s', 'c', 'Milk', 'milk', '2026-01-15 09:00:00', '2026-01-15 09:00:00');
INSERT INTO products (id, category_id, sub_category_id, name, unit, price, discount, stock, created_at, edited_at, updated_at, deleted_at) VALUES
    ('dal', 'c', 's', 'Toor Dal', '1 kg', 16000, 1000, 8, '2026-01-15 09:00:00', '2026-01-15 09:00:00', '2026-01-15 09:00:00', NULL),
    ('milk', 'c', 's', 'Milk', '500 ml', 3000, 0, 5, '2026-01-15 09:00:00', '2026-01-15 09:00:00', '2026-01-15 09:00:00', NULL),
    ('old', NULL, NULL, 'Old', '1 pc', 100, 0, 0, '2026-01-15 09:00:00', '2026-01-15 09:00:00', '2026-01-15 09:00:00', '2026-01-16 09:00:00');
INSERT INTO addresses (id, user_id, address_line, city, state, pincode, country, mobile, created_at, updated_at)
VALUES ('home', 'ravi', '12 Lake Road', 'Pune', 'Maharashtra', '411001', 'India', '9876543210', '2026-01-15 09:00:00', '2026-01-15 09:00:00');
INSERT INTO cart_lines (id, user_id, product_id, quantity, created_at, updated_at) VALUES ('line', 'ravi', 'milk', 3, '2026-01-15 09:00:00', '2026-01-15 09:00:00');
INSERT INTO checkouts (id, user_id, payment_method, total, created_at) VALUES
    ('k1', 'ravi', 'COD', 30000, '2026-01-15 10:00:00'), ('k2', 'ravi', 'ONLINE', 3000, '2026-01-15 11:00:00'), ('k3', 'gone', 'COD', 3000, '2026-01-15 12:00:00');
INSERT INTO orders (id, number, checkout_id, user_id, product_id, name, unit, images, price, discount, quantity, total, address,
    payment_method, payment_status, delivery_status, created_at, updated_at) VALUES
    ('o1', 'ORD-1', 'k1', 'ravi', 'dal', 'Toor Dal', '1 kg', '[]', 16000, 1000, 2, 30000, '{"pincode":"411001"}', 'COD', 'PAID', 'DELIVERED', '2026-01-15 10:00:00', '2026-01-15 10:00:00'),
    ('o2', 'ORD-2', 'k2', 'ravi', 'milk', 'Milk', '500 ml', '[]', 3000, 0, 1, 3000, '{"pincode":"411001"}', 'ONLINE', 'REFUND DUE', 'CANCELED', '2026-01-15 11:00:00', '2026-01-15 11:00:00'),
    ('o3', 'ORD-3', 'k3', 'gone', 'milk', 'Milk', '500 ml', '[]', 3000, 0, 1, 3000, '{"pincode":"411002"}', 'COD', 'COD', 'PENDING', '2026-01-15 12:00:00', '2026-01-15 12:00:00');
INSERT INTO stock_movements (id, product_id, change, reason, order_id, created_at) VALUES
    ('m1', 'dal', 10, 'opening', NULL, '2026-01-15 09:00:00'), ('m2', 'dal', -2, 'order', 'o1', '2026-01-15 10:00:00'),
    ('m3', 'milk', 6, 'opening', NULL, '2026-01-15 09:00:00'), ('m4', 'milk', -1, 'order', 'o2', '2026-01-15 11:00:00'),
    ('m5', 'milk', 1, 'cancel', 'o2', '2026-01-15 11:30:00'), ('m6', 'milk', -1, 'order', 'o3', '2026-01-15 12:00:00');
INSERT INTO idempotency_keys (user_id, key, request, answer, created_at) VALUES ('ravi', 'k', 'r', '[]', '2026-01-15 10:00:00');
