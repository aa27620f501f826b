package view

import (
	"testing"

	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/shoptest"
)

// commit runs write in a transaction of its own.
func commit(t *testing.T, d *db.DB, write func(tx *db.Tx)) {
	t.Helper()
	err := d.Tx(t.Context(), func(tx *db.Tx) error {
		write(tx)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// SQLite runs one writing transaction after another, so none commits out of order.
func TestRefresh_missesNoChangeThatCommitsAfterAGreaterNumber(t *testing.T) {
	t.Parallel()
	d := shoptest.Postgres(t)
	early, late := shoptest.AddProduct(t, d, shoptest.Product{Name: "Early"}), shoptest.AddProduct(t, d, shoptest.Product{Name: "Late"})
	v := loadedView(t, d)
	commit(t, d, func(first *db.Tx) {
		setPrice(t, first, early, money.Rupees(61)) // has the smaller number
		commit(t, d, func(second *db.Tx) { setPrice(t, second, late, money.Rupees(62)) })
		refresh(t, v)
		expectPrice(t, v, early, money.Rupees(50))
		expectPrice(t, v, late, money.Rupees(62))
		commit(t, d, func(third *db.Tx) { setPrice(t, third, late, money.Rupees(63)) })
		refresh(t, v)
		expectPrice(t, v, late, money.Rupees(63))
	})
	refresh(t, v)
	expectPrice(t, v, early, money.Rupees(61))
	expectPrice(t, v, late, money.Rupees(63))
}

func TestRefresh_seesAChangeUncommittedWhenTheViewLoaded(t *testing.T) {
	t.Parallel()
	d := shoptest.Postgres(t)
	early, late := shoptest.AddProduct(t, d, shoptest.Product{Name: "Early"}), shoptest.AddProduct(t, d, shoptest.Product{Name: "Late"})
	var v *View
	commit(t, d, func(first *db.Tx) {
		setPrice(t, first, early, money.Rupees(61))
		commit(t, d, func(second *db.Tx) { setPrice(t, second, late, money.Rupees(62)) })
		v = loadedView(t, d)
		expectPrice(t, v, late, money.Rupees(62))
	})
	refresh(t, v)
	expectPrice(t, v, early, money.Rupees(61))
}

func TestRefresh_readsNothingAgain(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal"})
		v := loadedView(t, d)
		unread := func() []changedRecord {
			t.Helper()
			head, err := v.feed.head(t.Context(), d, d.OldestOpenTx())
			if err != nil {
				t.Fatal(err)
			}
			changes, _, err := v.feed.next(t.Context(), d, head)
			if err != nil {
				t.Fatal(err)
			}
			return changes
		}
		if changes := unread(); len(changes) != 0 {
			t.Errorf("after its start the view reads %d changes again, want 0", len(changes))
		}
		commit(t, d, func(tx *db.Tx) { setPrice(t, tx, dal, money.Rupees(61)) })
		if changes := unread(); len(changes) != 1 || *changes[0].ProductID != dal {
			t.Errorf("unread changes after an edit: %+v, want one, of %s", changes, dal)
		}
		refresh(t, v)
		if changes := unread(); len(changes) != 0 {
			t.Errorf("unread changes after the refresh: %+v, want none", changes)
		}
	})
}

func TestRefresh_readsNothingAgainAfterAStartBesideAnOpenTransaction(t *testing.T) {
	t.Parallel()
	d := shoptest.Postgres(t)
	open := shoptest.AddProduct(t, d, shoptest.Product{})
	commit(t, d, func(first *db.Tx) {
		setPrice(t, first, open, money.Rupees(61))
		shoptest.AddProduct(t, d, shoptest.Product{}) // newer than the open transaction
		v := loadedView(t, d)
		head, err := v.feed.head(t.Context(), d, d.OldestOpenTx())
		if err != nil {
			t.Fatal(err)
		}
		if changes, _, err := v.feed.next(t.Context(), d, head); err != nil || len(changes) != 0 {
			t.Errorf("%d changes are to be read again: %v, want 0", len(changes), err)
		}
	})
}

func TestRefresh_readsNothingAgainWhileATransactionIsOpen(t *testing.T) {
	t.Parallel()
	d := shoptest.Postgres(t)
	open, dal := shoptest.AddProduct(t, d, shoptest.Product{}), shoptest.AddProduct(t, d, shoptest.Product{})
	v := loadedView(t, d)
	commit(t, d, func(first *db.Tx) {
		setPrice(t, first, open, money.Rupees(61))
		commit(t, d, func(second *db.Tx) { setPrice(t, second, dal, money.Rupees(62)) })
		for range 3 {
			refresh(t, v)
			head, err := v.feed.head(t.Context(), d, d.OldestOpenTx())
			if err != nil {
				t.Fatal(err)
			}
			if changes, _, err := v.feed.next(t.Context(), d, head); err != nil || len(changes) != 0 {
				t.Errorf("%d changes are to be read again: %v, want 0", len(changes), err)
			}
		}
	})
}

func TestPrune_keepsTheNewestChangesAndReloadsALaggingView(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		dal, gone := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal"}), shoptest.AddProduct(t, d, shoptest.Product{Name: "Moong Dal"})
		v := loadedView(t, d)
		commit(t, d, func(tx *db.Tx) {
			setPrice(t, tx, dal, money.Rupees(61))
			for _, statement := range []string{
				`UPDATE products SET deleted_at = updated_at, category_id = NULL, sub_category_id = NULL WHERE name = 'Moong Dal'`,
				`INSERT INTO catalog_changes (product_id)
					WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
					SELECT 'another product' FROM n`,
			} {
				if err := db.Exec(t.Context(), tx, statement); err != nil {
					t.Fatal(err)
				}
			}
		})
		if err := v.Prune(t.Context()); err != nil {
			t.Fatal(err)
		}
		if kept, err := db.Get[int](t.Context(), d, `SELECT COUNT(*) FROM catalog_changes`); err != nil || kept != keptChanges {
			t.Errorf("%d changes are kept, want %d: %v", kept, keptChanges, err)
		}
		refresh(t, v)
		expectPrice(t, v, dal, money.Rupees(61))
		if _, err := v.Snapshot().Product(gone, true); err == nil {
			t.Error("shows a product whose deletion was pruned")
		}
		if hits := v.Snapshot().Find(Query{Words: "dal"}); hits.Total != 1 {
			t.Errorf("dal finds %d products, want 1", hits.Total)
		}
	})
}
