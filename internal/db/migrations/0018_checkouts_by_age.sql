-- +goose Up

-- A search looks whether a checkout has a word, however many others have it too.
CREATE INDEX checkout_words_of ON checkout_words (checkout_id, word);
-- The newest checkouts of all, for what is done today and for words that most have.
CREATE INDEX checkouts_by_age ON checkouts (created_at DESC, id DESC, unpaid, stage);

-- +goose Down
SELECT 1;
