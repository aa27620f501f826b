package view_test

import (
	"testing"

	"kirana/internal/db"
	"kirana/internal/shoptest/catalogtest"
)

type (
	shop   struct{ *catalogtest.Shop }
	object = catalogtest.Object
)

func newShop(t *testing.T, d *db.DB) shop {
	t.Helper()
	return shop{catalogtest.New(t, d)}
}
