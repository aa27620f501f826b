-- +goose Up

-- A stranger who asks for somebody's OTP, or guesses it, uses up what is their own: OTPs
-- and tries are kept by who asks, not only by the email.
DROP INDEX password_resets_token;
DROP INDEX password_resets_age;
ALTER TABLE password_resets RENAME TO password_resets_by_email;
CREATE TABLE password_resets (
    email            TEXT      NOT NULL,       -- lower case
    requester        TEXT      NOT NULL DEFAULT '', -- HMAC-SHA256 of the network or the known device, hex
    asked            TEXT      NOT NULL,       -- JSON list of the last day's times of asking
    otp_hash         TEXT      NOT NULL,       -- HMAC-SHA256 of the OTP, hex; '' once it is spent, or when none was asked for
    otp_expires_at   TIMESTAMP NOT NULL,
    tries            INTEGER   NOT NULL,       -- wrong OTPs of this requester since they asked
    token_hash       TEXT,                     -- SHA-256 of the reset token, hex, once the OTP was right
    token_expires_at TIMESTAMP,
    updated_at       TIMESTAMP NOT NULL,
    PRIMARY KEY (email, requester)
);
INSERT INTO password_resets (email, requester, asked, otp_hash, otp_expires_at, tries, token_hash, token_expires_at, updated_at)
SELECT email, '', asked, otp_hash, otp_expires_at, tries, token_hash, token_expires_at, updated_at
FROM password_resets_by_email;
DROP TABLE password_resets_by_email;
CREATE UNIQUE INDEX password_resets_token ON password_resets (token_hash);
CREATE INDEX password_resets_age ON password_resets (updated_at);

-- +goose Down
SELECT 1;
