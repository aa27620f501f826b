-- +goose Up

-- The veg mark that the shop has set: VEG, NON_VEG or NONE; '': by the product's words.
ALTER TABLE products ADD COLUMN diet TEXT NOT NULL DEFAULT '';
