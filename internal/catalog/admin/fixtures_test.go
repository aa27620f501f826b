package admin_test

import (
	"testing"

	"kirana/internal/db"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

type (
	shop   struct{ *catalogtest.Shop }
	object = catalogtest.Object
)

func newShop(t *testing.T, d *db.DB) shop {
	t.Helper()
	return shop{catalogtest.New(t, d)}
}
