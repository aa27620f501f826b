package khata_test

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"kirana/internal/account"
	"kirana/internal/db"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/report"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/ordertest"
	"kirana/internal/shoptest/testshop"
)

func TestAdd_withoutCashByAPackerNeedsAManagersConfirmation(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		packer, manager := shoptest.As(s, shoptest.AddStaff(t, d, "PACKER")), shoptest.As(s, shoptest.AddStaff(t, d, "MANAGER"))
		asha := customerOf(t, s, "Asha Deshmukh", "9000000042")
		path := "/khata/" + asha
		if err := sell(t.Context(), s, asha, money.Rupees(500), nil); err != nil {
			t.Fatal(err)
		}
		for _, payment := range []struct {
			by   shoptest.Client
			form string
		}{
			{packer, `"by":"UPI","reference":"5521"`},
			{packer, `"by":"CARD","reference":"5522"`},
			{packer, `"by":"CASH"`},
			{manager, `"by":"UPI"`},
		} {
			payment.by.Request(t, "POST", path, `{"kind":"PAYMENT","amount":50,`+payment.form+`}`).Expect(t, http.StatusOK, "")
			s.Clock.Advance(time.Minute)
		}
		unconfirmed := func(path string) (ids, by []string) {
			t.Helper()
			for _, e := range read(t, manager, path).Entries {
				if e.Unconfirmed {
					ids, by = append(ids, e.ID), append(by, e.By)
				}
			}
			return ids, by
		}
		need := func() (found report.Need) {
			t.Helper()
			var today struct{ Needs []report.Need }
			manager.Request(t, "GET", "/report/today", "").Expect(t, http.StatusOK, "").Decode(t, &today)
			for _, n := range today.Needs {
				if n.Kind == report.KhataPayments {
					found = n
				}
			}
			return found
		}
		ids, by := unconfirmed(path)
		if !slices.Equal(by, []string{"CARD", "UPI"}) {
			t.Fatalf("payments by %v are to be confirmed, want CARD and UPI", by)
		}
		if n := need(); n.Count != 2 || n.Text != "Asha Deshmukh" || n.To != "/dashboard/khata/"+asha {
			t.Errorf("Today needs %+v, want 2 of Asha Deshmukh, on the page of her khata", n)
		}
		if st := read(t, shoptest.As(s, asha), "/khata/mine"); len(st.Entries) != 5 || st.Entries[3].Unconfirmed {
			t.Errorf("the customer's own khata is %+v, want 5 entries and unconfirmed false", st.Entries)
		}
		confirm := func(by shoptest.Client, entryID string, status int) {
			t.Helper()
			by.Request(t, "PUT", path+"/entries/"+entryID+"/confirmed", "").Expect(t, status, "")
		}
		confirm(packer, ids[0], http.StatusForbidden)
		confirm(manager, "65f1a2b3c4d5e6f708192a3b", http.StatusNotFound)
		for _, entryID := range append(ids, ids[0]) { // a repeated call changes nothing
			confirm(manager, entryID, http.StatusOK)
		}
		if ids, _ := unconfirmed(path); len(ids) != 0 || need().Count != 0 {
			t.Errorf("after the confirmation, %v are to be confirmed, Today needs %+v, want no ids and count 0", ids, need())
		}
		logged, err := db.Get[int](t.Context(), d, `SELECT COUNT(*) FROM audit_log WHERE what = 'khata.confirm'`)
		if err != nil || logged != 2 {
			t.Errorf("the activity log has %d confirmations, %v, want 2", logged, err)
		}
	})
}

func TestStatement_translatesTheReasonsOfTheProgram(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 9})
		id := ordertest.AddShopper(t, d).Place(t, s.Orders, order.Item{ProductID: dal, Quantity: 2})[0].OrderID
		sunita := order.Actor{Kind: order.ByStaff, UserID: shoptest.AddAdministrator(t, d), Name: "Sunita", StaffRole: account.Owner}
		undo, err := s.Orders.SetStage(t.Context(), sunita, id, order.Move{From: order.StageNew, To: order.StageDone, PaidBy: order.ByKhata})
		if err == nil {
			err = s.Orders.Undo(t.Context(), sunita, id, undo.ID)
		}
		if err != nil {
			t.Fatal(err)
		}
		customer, err := db.Get[string](t.Context(), d, `SELECT user_id FROM checkouts WHERE id = $1`, id)
		if err != nil {
			t.Fatal(err)
		}
		for lang, reason := range map[string]string{
			language.English: "undid: delivered it, paid by khata",
			"hi":             "वापस लिया: डिलीवर किया, पैसे: खाता",
		} {
			st, err := s.Khata.Statement(language.In(t.Context(), lang), customer)
			if err != nil || len(st.Entries) != 2 || st.Entries[0].Reason != reason {
				t.Errorf("in %s, the entries are %+v, %v, want the reason %q", lang, st.Entries, err, reason)
			}
		}
	})
}
