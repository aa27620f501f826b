package customer_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"kirana/internal/account"
	"kirana/internal/complaint"
	"kirana/internal/customer"
	"kirana/internal/db"
	"kirana/internal/language"
	"kirana/internal/order"
	"kirana/internal/order/list"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/testshop"
)

var meera = person{"Meera Joshi", "meera@example.in", "9811122233", "7 Temple Street", "411004"}

// loginOf logs a person in and returns their token.
func loginOf(t *testing.T, s *testshop.Shop, p person) string {
	t.Helper()
	var tokens account.LoginTokens
	body := fmt.Sprintf(`{"email":%q,"password":"seven mangoes"}`, p.email)
	shoptest.As(s, "").Request(t, "POST", "/user/login", body).Expect(t, http.StatusOK, "").Decode(t, &tokens)
	return tokens.AccessToken
}

// columns returns every column of every table.
func columns(t *testing.T, d *db.DB) (all []struct{ Table, Name string }) {
	t.Helper()
	query := `SELECT m.name AS "table", c.name AS name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'`
	if d.MultiNode() {
		query = `SELECT table_name AS "table", column_name AS name FROM information_schema.columns WHERE table_schema = current_schema()`
	}
	all, err := db.All[struct{ Table, Name string }](t.Context(), d, query)
	if err != nil || len(all) < 100 {
		t.Fatalf("the shop has %d columns, %v, want at least 100", len(all), err)
	}
	return all
}

// traces lists the columns that still contain one of the words.
func traces(t *testing.T, d *db.DB, words ...string) []string {
	t.Helper()
	var found []string
	for _, column := range columns(t, d) {
		for _, word := range words {
			n, err := db.Get[int](t.Context(), d, fmt.Sprintf(`SELECT COUNT(*) FROM "%s" WHERE LOWER(CAST("%s" AS TEXT)) LIKE $1`, column.Table, column.Name), "%"+strings.ToLower(word)+"%")
			if err != nil {
				t.Fatal(err)
			}
			if n > 0 {
				found = append(found, fmt.Sprintf("%s in %d rows of %s.%s", word, n, column.Table, column.Name))
			}
		}
	}
	return found
}

func TestExport_hasAllDataOfOnePersonOnly(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		ravi := add(t, s, person{"Ravi Kulkarni", "ravi@example.in", "9876500000", "12 Lake Road", "411001"})
		userID := add(t, s, meera)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Stock: 1000})
		buy(t, s, ravi, dal, 1)
		for range 3 {
			s.Orders.Unlimited = true
			buy(t, s, userID, dal, 2)
		}
		unregister(t, s)
		sunita, acting := staff(t, s)
		for _, id := range []string{userID, ravi} {
			orderID := buy(t, s, id, dal, 3)
			if _, err := s.Orders.SetStage(acting, sunita, orderID, order.Move{From: order.StageNew, To: order.StageOut}); err != nil {
				t.Fatal(err)
			}
		}
		token := loginOf(t, s, meera)
		var export customer.Export
		reply := shoptest.As(s, token).Request(t, "GET", "/user/data", "").Expect(t, http.StatusOK, "")
		reply.Decode(t, &export)
		if export.Account.Email != meera.email || len(export.Orders) != 4 || len(export.Bills) != 1 || export.Bills[0].Buyer.Name != meera.name || len(export.Bills[0].Lines) != 1 || export.Bills[0].Lines[0].Name != "Toor Dal" || len(export.Addresses) != 1 || len(export.Logins) != 1 || len(export.Activity) == 0 {
			t.Errorf("the export is %s, want Meera's account, 4 orders, bill, address, login and activity", reply.Bytes)
		}
		for _, want := range []string{"Temple Street", "9811122233", "Toor Dal", "login.ok"} {
			if !strings.Contains(string(reply.Bytes), want) {
				t.Errorf("the export lacks %s", want)
			}
		}
		for _, foreign := range []string{"Ravi", "Lake Road", "password", "argon2"} {
			if strings.Contains(string(reply.Bytes), foreign) {
				t.Errorf("the export holds %s", foreign)
			}
		}
	})
}

func TestDeleteAccount_hidesTheAccountAtOnceAndErasesItAYearLater(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		userID := add(t, s, meera)
		sunita, acting := staff(t, s)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Stock: 1000})
		unregister(t, s)
		orderID := buy(t, s, userID, dal, 2)
		if err := s.Accounts.SetNote(acting, userID, "Meera pays late."); err != nil {
			t.Fatal(err)
		}
		token := loginOf(t, s, meera)
		shopper := shoptest.As(s, token)
		shopper.Request(t, "DELETE", "/user/account", "").Expect(t, http.StatusConflict, "You have an order under way. Please cancel it, or delete your account once it has arrived.")
		if _, err := s.Orders.SetStage(acting, sunita, orderID, order.Move{From: order.StageNew, To: order.StageDone}); err != nil {
			t.Fatal(err)
		}
		if _, err := complaint.New(d, s.Clock).File(t.Context(), userID, "", "", "Nobody rang at Temple Street. Meera"); err != nil {
			t.Fatal(err)
		}
		if err := s.Accounts.RequestOTP(t.Context(), meera.email, ""); err != nil {
			t.Fatal(err)
		}
		s.Clock.Advance(time.Hour)
		shopper.Request(t, "DELETE", "/user/account", `{}`).Expect(t, http.StatusForbidden, "Please confirm your password")
		shopper.Request(t, "DELETE", "/user/account", `{"password":"wrong mangoes"}`).ExpectField(t, "password")
		bills, err := s.Orders.BillsOf(t.Context(), orderID)
		if err != nil || len(bills) != 1 {
			t.Fatalf("the bills are %+v, %v, want one", bills, err)
		}
		sharedPath := "/bills/shared/" + strings.TrimPrefix(bills[0].URL, "https://shop.example.in/b/")
		shoptest.As(s, "").Request(t, "GET", sharedPath, "").Expect(t, http.StatusOK, "")
		shopper.Request(t, "DELETE", "/user/account", `{"password":"seven mangoes"}`).Expect(t, http.StatusOK, "Your account is deleted.")
		shopper.Request(t, "GET", "/user/user-details", "").Expect(t, http.StatusUnauthorized, "")
		shoptest.As(s, "").Request(t, "GET", sharedPath, "").Expect(t, http.StatusNotFound, "")
		shoptest.As(s, "").Request(t, "POST", "/user/login", `{"email":"meera@example.in","password":"seven mangoes"}`).Expect(t, http.StatusUnauthorized, "")

		administrator := shoptest.As(s, sunita.UserID)
		for _, path := range []string{"/customers", "/customers?q=meera", "/customers?sort=name", "/order/phone?mobile=9811122233", "/order/checkouts", "/order/checkout/" + orderID, "/order/getAllOrderDetails"} {
			shown := string(administrator.Request(t, "GET", path, "").Expect(t, http.StatusOK, "").Bytes)
			// The order's address stays.
			if strings.Contains(shown, `"name":"Meera`) || strings.Contains(shown, meera.email) || strings.Contains(shown, "@invalid") {
				t.Errorf("%s still shows the deleted account: %s", path, shown)
			}
		}
		exported, err := list.ExportOrders(t.Context(), d, list.ExportFilter{}, "", 10)
		if err != nil || len(exported) != 1 || exported[0].Email != "" {
			t.Errorf("the exported orders are %+v, %v, want one without an email", exported, err)
		}
		complaints, _, err := complaint.New(d, s.Clock).List(language.In(t.Context(), "hi"), complaint.Filter{Page: 1, Limit: 10})
		if err != nil || len(complaints) != 1 || !complaints[0].Deleted || complaints[0].Email != "" {
			t.Errorf("the complaints are %+v, %v, want one of a deleted account without an email", complaints, err)
		}
		if len(complaints) == 1 && complaints[0].Name != "हटाया गया अकाउंट" {
			t.Errorf("in Hindi the deleted account is called %q", complaints[0].Name)
		}
		exec(t, d, `DELETE FROM jobs`)
		if _, err := complaint.New(d, s.Clock).Answer(acting, complaints[0].ID, complaint.Answer{Reply: "Sorry."}); err != nil {
			t.Error(err)
		}
		if mails, err := db.Get[int](t.Context(), d, `SELECT COUNT(*) FROM jobs WHERE kind = 'mail.complaint'`); err != nil || mails != 0 {
			t.Errorf("%d mails to a deleted account, %v, want 0", mails, err)
		}
		administrator.Request(t, "GET", "/customers/"+userID, "").Expect(t, http.StatusNotFound, "")
		// Another account can use the email.
		if _, err := s.Accounts.Register(t.Context(), account.Registration{Name: "Other", Email: meera.email, Password: "nine ripe mangoes"}); err != nil {
			t.Errorf("register another account with the email: %v", err)
		}
		exec(t, d, `DELETE FROM users WHERE name = 'Other'`)
		// The outbox keeps no mail for a year: sent ones leave it at once, given-up ones after a week.
		exec(t, d, `DELETE FROM jobs`)

		s.Clock.Advance(365*24*time.Hour - time.Minute)
		sweep(t, s)
		if n, err := db.Get[int](t.Context(), d, `SELECT COUNT(*) FROM deleted_accounts WHERE name = 'Meera Joshi'`); err != nil || n != 1 {
			t.Fatalf("before the year is over %d names of deleted accounts are kept, %v, want 1", n, err)
		}
		s.Clock.Advance(2 * time.Minute)
		sweep(t, s)
		// The bill stays, as the law requires, with the buyer's name and address.
		if left := strings.Join(traces(t, s.DB, "meera", "temple", meera.mobile, meera.email), ", "); left != "meera in 1 rows of bills.document, temple in 1 rows of bills.document" {
			t.Errorf("after the year there is still %s, want meera in 1 rows of bills.document, temple in 1 rows of bills.document", left)
		}
		for table, want := range map[string]int{"orders": 1, "checkouts": 1, "bills": 1} {
			if n, err := db.Get[int](t.Context(), d, `SELECT COUNT(*) FROM `+table+` WHERE user_id = $1`, userID); err != nil || n != want {
				t.Errorf("%d %s are kept by the user's id, %v, want %d", n, table, err, want)
			}
		}
		if n, err := db.Get[int](t.Context(), d, `SELECT COUNT(*) FROM audit_log WHERE actor_id = $1`, userID); err != nil || n == 0 {
			t.Errorf("the activity log has %d entries of the deleted account, %v, want some", n, err)
		}
		var found struct{ TotalCount int }
		reply := administrator.Request(t, "GET", "/order/checkouts?q=toor", "").Expect(t, http.StatusOK, "")
		if err := json.Unmarshal(reply.Bytes, &found); err != nil || found.TotalCount != 1 {
			t.Errorf("a search by product finds %s, %v, want one order", reply.Bytes, err)
		}
	})
}

func TestDeleteCustomer_requiresAnOwnerAndLeavesNoName(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		userID := add(t, s, meera)
		manager, sunita := shoptest.AddStaff(t, d, "MANAGER"), person{name: "Sunita", email: "sunita@example.in"}
		if _, err := s.Accounts.CreateAdmin(t.Context(), sunita.name, sunita.email, "seven mangoes"); err != nil {
			t.Fatal(err)
		}
		owner := loginOf(t, s, sunita)
		shoptest.As(s, manager).Request(t, "DELETE", "/customers/"+userID, "").Expect(t, http.StatusForbidden, "Do not have Permission")
		s.Clock.Advance(time.Hour)
		shoptest.As(s, owner).Request(t, "DELETE", "/customers/"+userID, "").Expect(t, http.StatusForbidden, "Please confirm your password")
		shoptest.As(s, owner).Request(t, "DELETE", "/customers/"+userID, `{"password":"wrong mangoes"}`).ExpectField(t, "password")
		shoptest.As(s, owner).Request(t, "DELETE", "/customers/"+userID, `{"password":"seven mangoes"}`).Expect(t, http.StatusOK, "The account is deleted.")
		shoptest.As(s, owner).Request(t, "DELETE", "/customers/"+userID, "").Expect(t, http.StatusNotFound, "")
		object, err := db.Get[string](t.Context(), d, `SELECT object FROM audit_log WHERE what = 'customer.delete'`)
		if err != nil || object != userID {
			t.Errorf("the activity log has %q, %v, want %q", object, err, userID)
		}
	})
}

func TestSweep_leavesOthersWithTheSameNameOrEmail(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		namesake := meera
		namesake.email, namesake.mobile = "meera.j@example.in", "9811122234"
		userID, namesakeID := add(t, s, meera), add(t, s, namesake)
		_, acting := staff(t, s)
		for _, id := range []string{userID, namesakeID} {
			if err := s.Accounts.SetNote(acting, id, "Pays late."); err != nil {
				t.Fatal(err)
			}
		}
		shoptest.As(s, loginOf(t, s, meera)).Request(t, "DELETE", "/user/account", `{"password":"seven mangoes"}`).Expect(t, http.StatusOK, "")
		// Another person registers with the email.
		s.Clock.Advance(time.Hour)
		if _, err := s.Accounts.Register(t.Context(), account.Registration{Name: "Other", Email: meera.email, Password: "nine ripe mangoes"}); err != nil {
			t.Fatal(err)
		}
		shoptest.As(s, "").Request(t, "POST", "/user/login", `{"email":"meera@example.in","password":"wrong mangoes"}`).Expect(t, http.StatusUnauthorized, "")
		s.Clock.Advance(366 * 24 * time.Hour)
		sweep(t, s)
		for statement, want := range map[string]int{
			`SELECT COUNT(*) FROM audit_log WHERE what = 'customer.note' AND object = 'Meera Joshi' AND after = 'Pays late.'`: 1,
			`SELECT COUNT(*) FROM audit_log WHERE what = 'customer.note' AND object = ''`:                                     1,
			`SELECT COUNT(*) FROM audit_log WHERE what = 'login.failed' AND object = 'meera@example.in'`:                      1,
		} {
			if n, err := db.Get[int](t.Context(), d, statement); err != nil || n != want {
				t.Errorf("%s: %d, %v, want %d", statement, n, err, want)
			}
		}
	})
}

func TestUpdate_refusesADeletedAccountAndChangesNothing(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		userID := add(t, s, meera)
		manager := shoptest.AddStaff(t, d, "MANAGER")
		shoptest.As(s, loginOf(t, s, meera)).Request(t, "DELETE", "/user/account", `{"password":"seven mangoes"}`).Expect(t, http.StatusOK, "")
		for _, change := range []string{`{"status":"Active"}`, `{"status":"Suspended","reason":"Fraud."}`, `{"note":"Meera pays late."}`} {
			shoptest.As(s, manager).Request(t, "PUT", "/customers/"+userID, change).Expect(t, http.StatusNotFound, "Customer not found.")
		}
		kept, err := db.Get[string](t.Context(), d, `SELECT status || ' ' || note || ' ' || suspended_reason FROM users WHERE id = $1`, userID)
		if err != nil || kept != "Inactive  " {
			t.Errorf("the account has %q, %v, want %q", kept, err, "Inactive  ")
		}
	})
}

func TestDeleteAccount_isRefusedForStaff(t *testing.T) {
	t.Parallel()
	s := testshop.New(t, shoptest.SQLite(t))
	if _, err := s.Accounts.CreateAdmin(t.Context(), meera.name, meera.email, "seven mangoes"); err != nil {
		t.Fatal(err)
	}
	shoptest.As(s, loginOf(t, s, meera)).Request(t, "DELETE", "/user/account", "").
		Expect(t, http.StatusConflict, "You work in the shop. The owner has to remove you from the staff first.")
}

func TestSweep_erasesRemovedAddressesAfterFourHundredDays(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		userID := add(t, s, meera)
		kept := shoptest.AddAddress(t, d, userID)
		addresses, err := s.Addresses.List(t.Context(), userID)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range addresses {
			if a.ID == kept {
				continue
			}
			if _, err := s.Addresses.Disable(t.Context(), userID, a.ID); err != nil {
				t.Fatal(err)
			}
		}
		s.Clock.Advance(400 * 24 * time.Hour)
		sweep(t, s)
		if all, err := s.Addresses.ListAll(t.Context(), userID); err != nil || len(all) != 2 {
			t.Errorf("%d addresses on the 400th day, %v, want 2", len(all), err)
		}
		s.Clock.Advance(time.Microsecond)
		sweep(t, s)
		if all, err := s.Addresses.ListAll(t.Context(), userID); err != nil || len(all) != 1 || all[0].ID != kept {
			t.Errorf("the addresses after the sweep are %v, %v, want %s alone", all, err, kept)
		}
	})
}

func sweep(t *testing.T, s *testshop.Shop) {
	t.Helper()
	for _, sweep := range []func() error{
		func() error { return s.Customers.Sweep(t.Context()) },
		func() error { return s.Addresses.Sweep(t.Context()) },
		func() error { return s.Accounts.Sweep(t.Context()) },
	} {
		if err := sweep(); err != nil {
			t.Fatal(err)
		}
	}
}
