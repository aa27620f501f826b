-- +goose Up

CREATE TABLE users (
    id            TEXT PRIMARY KEY,
    name          TEXT      NOT NULL,
    email         TEXT      NOT NULL,          -- lower case
    password_hash TEXT      NOT NULL,          -- argon2id, PHC string
    mobile        TEXT      NOT NULL DEFAULT '',
    avatar        TEXT      NOT NULL DEFAULT '',
    role          TEXT      NOT NULL CHECK (role IN ('ADMIN', 'USER')),
    status        TEXT      NOT NULL CHECK (status IN ('Active', 'Inactive', 'Suspended')),
    verify_email  BOOLEAN   NOT NULL DEFAULT FALSE,
    last_login_at TIMESTAMP,
    created_at    TIMESTAMP NOT NULL,
    updated_at    TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX users_email ON users (email);

-- A login is one press of the button: all tokens that came of it live and end together.
CREATE TABLE logins (
    id         TEXT PRIMARY KEY,
    user_id    TEXT      NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at TIMESTAMP NOT NULL,
    ended_at   TIMESTAMP
);
CREATE INDEX logins_user ON logins (user_id);

CREATE TABLE tokens (
    hash       TEXT PRIMARY KEY,               -- SHA-256 of the token, hex; the token itself is not kept
    login_id   TEXT      NOT NULL REFERENCES logins (id) ON DELETE CASCADE,
    kind       TEXT      NOT NULL CHECK (kind IN ('access', 'refresh')),
    expires_at TIMESTAMP NOT NULL,
    spent_at   TIMESTAMP
);
CREATE INDEX tokens_login ON tokens (login_id);
CREATE INDEX tokens_expiry ON tokens (expires_at);

CREATE TABLE categories (
    id         TEXT PRIMARY KEY,
    name       TEXT      NOT NULL,
    name_key   TEXT      NOT NULL,             -- the name folded, for "unique without regard to case"
    image      TEXT      NOT NULL DEFAULT '',
    position   INTEGER   NOT NULL,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX categories_name ON categories (name_key);

CREATE TABLE sub_categories (
    id          TEXT PRIMARY KEY,
    category_id TEXT      NOT NULL REFERENCES categories (id),
    name        TEXT      NOT NULL,
    name_key    TEXT      NOT NULL,
    image       TEXT      NOT NULL DEFAULT '',
    created_at  TIMESTAMP NOT NULL,
    updated_at  TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX sub_categories_name ON sub_categories (category_id, name_key);

CREATE TABLE products (
    id              TEXT PRIMARY KEY,
    category_id     TEXT REFERENCES categories (id),     -- NULL only once the product is deleted
    sub_category_id TEXT REFERENCES sub_categories (id), -- likewise
    name            TEXT      NOT NULL,
    unit            TEXT      NOT NULL,
    images          TEXT      NOT NULL DEFAULT '[]', -- JSON list of our own media URLs
    price           BIGINT    NOT NULL CHECK (price > 0),
    discount        BIGINT    NOT NULL CHECK (discount >= 0 AND discount < price),
    stock           BIGINT    NOT NULL CHECK (stock >= 0), -- what can be sold now
    description     TEXT      NOT NULL DEFAULT '',
    details         TEXT      NOT NULL DEFAULT '{}', -- JSON object, in the order given
    publish         BOOLEAN   NOT NULL DEFAULT TRUE,
    import_key      TEXT,                            -- what an import finds its row again by
    created_at      TIMESTAMP NOT NULL,
    edited_at       TIMESTAMP NOT NULL,              -- last edit by an administrator or an import
    updated_at      TIMESTAMP NOT NULL,              -- last change of any kind, stock taken by orders included
    deleted_at      TIMESTAMP,                       -- the row stays so that other nodes learn of it and movements still add up
    CHECK (deleted_at IS NOT NULL OR (category_id IS NOT NULL AND sub_category_id IS NOT NULL))
);
CREATE INDEX products_category ON products (category_id, created_at) WHERE deleted_at IS NULL;
CREATE INDEX products_sub_category ON products (sub_category_id, created_at) WHERE deleted_at IS NULL;
CREATE INDEX products_updated ON products (updated_at);
CREATE UNIQUE INDEX products_import_key ON products (import_key) WHERE import_key IS NOT NULL AND deleted_at IS NULL;

-- Opening stock plus all of these is the stock of today.
CREATE TABLE stock_movements (
    id         TEXT PRIMARY KEY,
    product_id TEXT      NOT NULL REFERENCES products (id),
    change     BIGINT    NOT NULL CHECK (change <> 0),
    reason     TEXT      NOT NULL CHECK (reason IN ('opening', 'order', 'cancel', 'expiry', 'edit', 'import')),
    order_id   TEXT,
    created_at TIMESTAMP NOT NULL
);
CREATE INDEX stock_movements_product ON stock_movements (product_id, created_at);

CREATE TABLE addresses (
    id           TEXT PRIMARY KEY,
    user_id      TEXT      NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    address_line TEXT      NOT NULL,
    city         TEXT      NOT NULL,
    state        TEXT      NOT NULL,
    pincode      TEXT      NOT NULL,
    country      TEXT      NOT NULL,
    mobile       TEXT      NOT NULL,
    status       BOOLEAN   NOT NULL DEFAULT TRUE,    -- FALSE is deleted: orders keep their own copy
    created_at   TIMESTAMP NOT NULL,
    updated_at   TIMESTAMP NOT NULL
);
CREATE INDEX addresses_user ON addresses (user_id);

CREATE TABLE cart_lines (
    id         TEXT PRIMARY KEY,
    user_id    TEXT      NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    product_id TEXT      NOT NULL REFERENCES products (id),
    size       TEXT      NOT NULL DEFAULT '',
    color      TEXT      NOT NULL DEFAULT '',
    quantity   INTEGER   NOT NULL CHECK (quantity BETWEEN 1 AND 99),
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX cart_lines_place ON cart_lines (user_id, product_id, size, color);
CREATE INDEX cart_lines_product ON cart_lines (product_id);

-- One press of a pay button; its order rows are the lines of that cart.
CREATE TABLE checkouts (
    id             TEXT PRIMARY KEY,
    user_id        TEXT      NOT NULL REFERENCES users (id),
    payment_method TEXT      NOT NULL CHECK (payment_method IN ('COD', 'ONLINE')),
    total          BIGINT    NOT NULL CHECK (total >= 0),
    created_at     TIMESTAMP NOT NULL
);
CREATE INDEX checkouts_user ON checkouts (user_id);

CREATE TABLE orders (
    id              TEXT PRIMARY KEY,
    number          TEXT      NOT NULL,        -- 'ORD-…', for people
    checkout_id     TEXT      NOT NULL REFERENCES checkouts (id),
    user_id         TEXT      NOT NULL REFERENCES users (id),
    product_id      TEXT      NOT NULL REFERENCES products (id),
    name            TEXT      NOT NULL,        -- from here to total: the copy made at checkout
    unit            TEXT      NOT NULL,
    images          TEXT      NOT NULL,
    price           BIGINT    NOT NULL,
    discount        BIGINT    NOT NULL,
    quantity        INTEGER   NOT NULL CHECK (quantity > 0),
    size            TEXT      NOT NULL DEFAULT '',
    color           TEXT      NOT NULL DEFAULT '',
    total           BIGINT    NOT NULL,
    address         TEXT      NOT NULL,        -- JSON, the address as it was
    payment_method  TEXT      NOT NULL CHECK (payment_method IN ('COD', 'ONLINE')),
    payment_status  TEXT      NOT NULL CHECK (payment_status IN ('COD', 'PENDING', 'PAID', 'EXPIRED', 'FAILED', 'REFUND DUE', 'REFUNDED')),
    delivery_status TEXT      NOT NULL CHECK (delivery_status IN ('PENDING', 'DELIVERED', 'CANCELED')),
    created_at      TIMESTAMP NOT NULL,
    updated_at      TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX orders_number ON orders (number);
CREATE INDEX orders_user ON orders (user_id, id);
CREATE INDEX orders_checkout ON orders (checkout_id);
CREATE INDEX orders_age ON orders (created_at DESC, checkout_id DESC, id);
CREATE INDEX orders_status ON orders (delivery_status, created_at DESC, checkout_id DESC, id);

-- The first answer to a checkout call, given again to whoever repeats it.
CREATE TABLE idempotency_keys (
    user_id    TEXT      NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    key        TEXT      NOT NULL,             -- SHA-256 of the Idempotency-Key, hex
    request    TEXT      NOT NULL,             -- SHA-256 of what was asked
    answer     TEXT      NOT NULL,             -- JSON of the data answered
    created_at TIMESTAMP NOT NULL,
    PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- +goose Down
SELECT 1;
