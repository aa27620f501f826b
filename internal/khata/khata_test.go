package khata_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"kirana/internal/account"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/khata"
	"kirana/internal/money"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/testshop"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

// statement is a statement as in the API's JSON.
type statement struct {
	Customer struct {
		ID string `json:"_id"`
	} `json:"customer"`
	Balance    float64    `json:"balance"`
	Since      *time.Time `json:"since"`
	Age        string     `json:"age"`
	Limit      *float64   `json:"limit"`
	OldestOpen float64    `json:"oldestOpen"`
	Entries    []struct {
		ID          string  `json:"_id"`
		Kind        string  `json:"kind"`
		Amount      float64 `json:"amount"`
		Balance     float64 `json:"balance"`
		Who         string  `json:"who"`
		By          string  `json:"by"`
		Reason      string  `json:"reason"`
		Unconfirmed bool    `json:"unconfirmed"`
	} `json:"entries"`
	LastReminderAt *time.Time `json:"lastReminderAt"`
}

func customerOf(t *testing.T, s *testshop.Shop, name, mobile string) string {
	t.Helper()
	user, _, err := s.Accounts.AddCustomer(t.Context(), name, mobile)
	if err != nil {
		t.Fatal(err)
	}
	return user.ID
}

// ownerOf adds an owner, and logs them in with the password "seven mangoes".
func ownerOf(t *testing.T, s *testshop.Shop) shoptest.Client {
	t.Helper()
	if _, err := s.Accounts.CreateAdmin(t.Context(), "Sunita", "sunita@example.in", "seven mangoes"); err != nil {
		t.Fatal(err)
	}
	var tokens account.LoginTokens
	shoptest.As(s, "").Request(t, "POST", "/user/login", `{"email":"sunita@example.in","password":"seven mangoes"}`).Expect(t, http.StatusOK, "").Decode(t, &tokens)
	return shoptest.As(s, tokens.AccessToken)
}

func read(t *testing.T, c shoptest.Client, path string) (st statement) {
	t.Helper()
	c.Request(t, "GET", path, "").Expect(t, http.StatusOK, "").Decode(t, &st)
	return st
}

// sell adds a sale to a khata, as an order does.
func sell(ctx context.Context, s *testshop.Shop, userID string, amount money.Paise, limit *money.Paise) error {
	return s.DB.Tx(ctx, func(tx *db.Tx) error {
		return khata.Post(ctx, tx, khata.Posting{
			UserID: userID, Limit: limit, Staff: khata.Staff{Name: "Sunita"}, At: s.Clock.Now(),
			Entries: []khata.Entry{{Kind: khata.Sale, Amount: amount}},
		})
	})
}

func TestKhata_balanceIsTheSumOfImmutableEntries(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		owner := shoptest.As(s, shoptest.AddAdministrator(t, d))
		packer := shoptest.As(s, shoptest.AddStaff(t, d, "PACKER"))
		asha := customerOf(t, s, "Asha Deshmukh", "9000000042")
		path := "/khata/" + asha
		if st := read(t, packer, path); st.Balance != 0 || st.Entries == nil || st.Since != nil || st.Limit != nil {
			t.Errorf("an empty khata is %+v, want balance 0, an empty list of entries, no since and no limit", st)
		}
		owner.Request(t, "GET", "/khata/65f1a2b3c4d5e6f708192a3b", "").Expect(t, http.StatusNotFound, "")
		if err := sell(t.Context(), s, asha, money.Rupees(1427), nil); err != nil {
			t.Fatal(err)
		}
		s.Clock.Advance(48 * time.Hour)
		first := s.Clock.Now().Add(-48 * time.Hour)
		payment := `{"kind":"PAYMENT","amount":"१०००","by":"UPI","reference":"5521","key":"k1"}`
		for range 2 { // the repeated call adds nothing
			packer.Request(t, "POST", path, payment).Expect(t, http.StatusOK, "")
		}
		packer.Request(t, "POST", path, `{"kind":"PAYMENT","amount":900,"by":"UPI","reference":"5521","key":"k1"}`).Expect(t, http.StatusConflict, "")
		for field, body := range map[string]string{
			"by": `{"kind":"PAYMENT","amount":5}`, "amount": `{"kind":"PAYMENT","amount":"-5","by":"CASH"}`, "reason": `{"kind":"CORRECTION","amount":5}`, "kind": `{"kind":"SALE","amount":5}`,
		} {
			owner.Request(t, "POST", path, body).ExpectField(t, field)
		}
		packer.Request(t, "POST", path, `{"kind":"CORRECTION","amount":-27.5,"reason":"a spoilt packet"}`).Expect(t, http.StatusForbidden, "Do not have Permission")
		owner.Request(t, "POST", path, `{"kind":"CORRECTION","amount":-27.5,"reason":"a spoilt packet"}`).Expect(t, http.StatusOK, "")
		st := read(t, owner, path)
		if st.Balance != 399.5 || st.OldestOpen != 399.5 || !st.Since.Equal(first) || st.Age != "0-30" || len(st.Entries) != 3 {
			t.Fatalf("the khata is %+v, want a balance of ₹399.50, all of it open since %v, and 3 entries", st, first)
		}
		if e := st.Entries[1]; e.Kind != "PAYMENT" || e.Amount != -1000 || e.Balance != 427 || e.By != "UPI" || e.Who == "" {
			t.Errorf("the payment is %+v, want kind PAYMENT, amount -1000, balance 427, by UPI and who took it", e)
		}
		for _, statement := range []string{
			`UPDATE khata_entries SET amount = 0`, `UPDATE khata_entries SET kind = 'SALE'`, `UPDATE khata_entries SET created_at = '2020-01-01 00:00:00'`, `DELETE FROM khata_entries`,
		} {
			err := d.Tx(t.Context(), func(tx *db.Tx) error {
				return db.Exec(t.Context(), tx, statement)
			})
			if err == nil {
				t.Errorf("%s succeeded, want it refused", statement)
			}
		}
		logged, err := db.All[string](t.Context(), d, `SELECT what FROM audit_log WHERE what LIKE 'khata.%' ORDER BY id`)
		if err != nil || strings.Join(logged, " ") != "khata.payment khata.correction" {
			t.Errorf("the activity log has %v, %v, want khata.payment khata.correction", logged, err)
		}
	})
}

func TestKhata_concurrentSalesNeverExceedTheLimit(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		asha := customerOf(t, s, "Asha", "9000000042")
		limit := money.Rupees(1000)
		var wg sync.WaitGroup
		var mu sync.Mutex
		sold := 0
		for range 32 {
			wg.Go(func() {
				err := sell(t.Context(), s, asha, money.Rupees(70), &limit)
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					sold++
				} else if f := fault.Of(err); f == nil || f.Code != "khata_limit" {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		st, err := s.Khata.Statement(t.Context(), asha)
		if err != nil || sold != 14 || st.Balance != money.Rupees(980) || len(st.Entries) != 14 {
			t.Errorf("%d sales give a balance of %v in %d entries, %v, want sold 14, balance ₹980 and 14 entries", sold, st.Balance, len(st.Entries), err)
		}
	})
}

func TestAdd_byAPackerNeedsAReferenceUnlessItIsCash(t *testing.T) {
	t.Parallel()
	s := testshop.New(t, shoptest.SQLite(t))
	packer, manager := shoptest.As(s, shoptest.AddStaff(t, s.DB, "PACKER")), shoptest.As(s, shoptest.AddStaff(t, s.DB, "MANAGER"))
	path := "/khata/" + customerOf(t, s, "Asha", "9000000042")
	add := func(by shoptest.Client, fields, code string) {
		t.Helper()
		if r := by.Request(t, "POST", path, `{"kind":"PAYMENT","amount":"50",`+fields+`}`); r.Code != code {
			t.Errorf("payment %s: %d %s %s, want %q", fields, r.Status, r.Code, r.Message, code)
		}
	}
	for _, by := range []string{"UPI", "CARD"} {
		add(packer, fmt.Sprintf(`"by":%q`, by), "needs_reference")
		add(packer, fmt.Sprintf(`"by":%q,"reference":" "`, by), "needs_reference")
		add(packer, fmt.Sprintf(`"by":%q,"reference":"5521"`, by), "")
		add(manager, fmt.Sprintf(`"by":%q`, by), "")
	}
	add(packer, `"by":"CASH"`, "")
}

func TestLimit_isHiddenFromPackers(t *testing.T) {
	t.Parallel()
	s := testshop.New(t, shoptest.SQLite(t))
	if _, err := s.Settings.Update(t.Context(), []byte(`{"khata":{"limit":500}}`)); err != nil {
		t.Fatal(err)
	}
	asha := customerOf(t, s, "Asha", "9000000042")
	if err := s.DB.Tx(t.Context(), func(tx *db.Tx) error { return s.Khata.SetLimitTx(t.Context(), tx, asha, new(money.Rupees(700))) }); err != nil {
		t.Fatal(err)
	}
	if err := sell(t.Context(), s, asha, money.Rupees(300), nil); err != nil {
		t.Fatal(err)
	}
	for role, sees := range map[string]bool{"PACKER": false, "MANAGER": true} {
		staff := shoptest.As(s, shoptest.AddStaff(t, s.DB, role))
		for _, path := range []string{"/khata", "/khata?updatedSince=2020-01-01T00:00:00Z", "/khata/" + asha, "/customers/" + asha} {
			body := string(staff.Request(t, "GET", path, "").Expect(t, http.StatusOK, "").Data)
			if got := strings.Contains(body, `"limit":700`) && strings.Contains(body, `"ownLimit":true`); got != sees {
				t.Errorf("response to %s at %s: %s, want the khata seen: %t", role, path, body, sees)
			}
		}
		for _, since := range []string{"", "&updatedSince=2020-01-01T00:00:00Z"} {
			if r := staff.Request(t, "GET", "/khata?over=true"+since, ""); (r.Status == http.StatusOK) != sees {
				t.Errorf("%s gets %s for an account over the limit, want the account: %t", role, r.Bytes, sees)
			}
		}
		body := string(staff.Request(t, "POST", "/khata/"+asha, `{"kind":"PAYMENT","amount":"50","by":"CASH"}`).Expect(t, http.StatusOK, "").Data)
		if got := strings.Contains(body, `"limit":700`); got != sees {
			t.Errorf("response to %s after a payment: %s, want the khata seen: %t", role, body, sees)
		}
	}
}

func TestLimit_ofACustomerOverridesTheShops(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		owner := ownerOf(t, s)
		asha := customerOf(t, s, "Asha", "9000000042")
		if _, err := s.Settings.Update(t.Context(), []byte(`{"khata":{"limit":500}}`)); err != nil {
			t.Fatal(err)
		}
		shop, err := s.Settings.Get(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if st := read(t, owner, "/khata/"+asha); st.Limit == nil || *st.Limit != 500 {
			t.Errorf("the shop's limit is %v, want limit 500", st.Limit)
		}
		sellOver := func() string {
			err := sell(t.Context(), s, asha, money.Rupees(600), shop.Khata.Limit)
			if err == nil {
				return ""
			}
			return fault.Of(err).Message
		}
		if got := sellOver(); got != "Take ₹100 now, ₹500 on the khata. Asha owes ₹0 of ₹500." {
			t.Errorf("over the shop's limit: %q, want \"Take ₹100 now, ₹500 on the khata. Asha owes ₹0 of ₹500.\"", got)
		}
		shoptest.As(s, shoptest.AddStaff(t, d, "MANAGER")).Request(t, "PUT", "/khata/"+asha+"/limit", `{"limit":600}`).Expect(t, http.StatusForbidden, "")
		owner.Request(t, "PUT", "/khata/65f1a2b3c4d5e6f708192a3b/limit", `{"limit":600}`).Expect(t, http.StatusNotFound, "")
		owner.Request(t, "PUT", "/khata/"+asha+"/limit", `{"limit":600}`).Expect(t, http.StatusOK, "Limit changed.")
		if got := sellOver(); got != "" {
			t.Errorf("within the customer's own limit: %q, want \"\"", got)
		}
		owner.Request(t, "PUT", "/khata/"+asha+"/limit", `{"limit":null}`).Expect(t, http.StatusOK, "")
		var over []statement
		owner.Request(t, "GET", "/khata?over=true", "").Expect(t, http.StatusOK, "").Decode(t, &over)
		if len(over) != 1 || over[0].Balance != 600 || *over[0].Limit != 500 {
			t.Errorf("over the limit are %+v, want 1 customer, balance 600 and limit 500", over)
		}
	})
}

func TestSetLimit_requiresThePasswordFifteenMinutesAfterTheLogin(t *testing.T) {
	t.Parallel()
	s := testshop.New(t, shoptest.SQLite(t))
	owner, path := ownerOf(t, s), "/khata/"+customerOf(t, s, "Asha", "9000000042")+"/limit"
	owner.Request(t, "PUT", path, `{"limit":500}`).Expect(t, http.StatusOK, "")
	s.Clock.Advance(15 * time.Minute)
	owner.Request(t, "PUT", path, `{"limit":9000}`).Expect(t, http.StatusForbidden, "Please confirm your password")
	owner.Request(t, "PUT", path, `{"limit":9000,"password":"wrong mangoes"}`).ExpectField(t, "password")
	owner.Request(t, "PUT", path, `{"limit":9000,"password":"seven mangoes"}`).Expect(t, http.StatusOK, "")
}

func TestSetLimit_refusesADeletedAccountAndChangesNothing(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		owner := ownerOf(t, s)
		asha, ravi := customerOf(t, s, "Asha", "9000000042"), customerOf(t, s, "Ravi", "9000000043")
		owner.Request(t, "PUT", "/khata/"+asha+"/limit", `{"limit":600}`).Expect(t, http.StatusOK, "")
		for _, userID := range []string{asha, ravi} {
			if _, err := s.Customers.DeleteAccount(t.Context(), userID); err != nil {
				t.Fatal(err)
			}
			for _, change := range []string{`{"limit":900}`, `{"limit":null}`} {
				owner.Request(t, "PUT", "/khata/"+userID+"/limit", change).Expect(t, http.StatusNotFound, "Customer not found.")
			}
		}
		for statement, want := range map[string]int{
			`SELECT COUNT(*) FROM khata_accounts`:                            1, // that of Asha, from before
			`SELECT COUNT(*) FROM khata_accounts WHERE credit_limit = 60000`: 1,
			`SELECT COUNT(*) FROM audit_log WHERE what = 'khata.limit'`:      1,
		} {
			if n, err := db.Get[int](t.Context(), d, statement); err != nil || n != want {
				t.Errorf("%s: %d, %v, want %d", statement, n, err, want)
			}
		}
	})
}

func TestList_sortsByAgeOldestFirst(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		owner := shoptest.As(s, shoptest.AddAdministrator(t, d))
		for i, days := range []int{40, 30, 31, 0} { // days until the next sale
			if err := sell(t.Context(), s, customerOf(t, s, fmt.Sprintf("Customer %d", i), fmt.Sprintf("900000000%d", i)), money.Rupees(int64(100+i)), nil); err != nil {
				t.Fatal(err)
			}
			s.Clock.Advance(time.Duration(days) * 24 * time.Hour)
		}
		customerOf(t, s, "Owes nothing", "9000000009")
		var list struct {
			Data []statement
			Ages []struct {
				Age    string
				People int
				Amount float64
			}
			TotalCount int
		}
		decode := func(query string) {
			reply := owner.Request(t, "GET", "/khata"+query, "").Expect(t, http.StatusOK, "")
			if err := json.Unmarshal(reply.Bytes, &list); err != nil {
				t.Fatal(err)
			}
		}
		decode("")
		if list.TotalCount != 4 || list.Data[0].Balance != 100 || list.Data[3].Balance != 103 || fmt.Sprint(list.Ages) != "[{61+ 2 201} {31-60 1 102} {0-30 1 103}]" {
			t.Errorf("the khata is %+v, want total count 4, balance 100, balance 103 and \"[{61+ 2 201} {31-60 1 102} {0-30 1 103}]\"", list)
		}
		for query, want := range map[string]int{"age=61%2B": 2, "age=31-60": 1, "age=0-30": 1, "q=customer%202": 1, "q=9000000003": 1, "q=%2B91%2090000%2000003": 1, "q=nobody": 0, "over=true": 0} {
			decode("?" + query)
			if len(list.Data) != want {
				t.Errorf("list %s: %d customers, want %d", query, len(list.Data), want)
			}
		}
		owner.Request(t, "GET", "/khata?age=old", "").ExpectField(t, "age")
	})
}

func TestReminder_linksToAPageThatCanBeRevoked(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		if _, err := s.Settings.Update(t.Context(), []byte(`{"name":"Ganesh Kirana","upiId":"ganesh@bank","pay":{"cod":true,"online":false,"upi":true}}`)); err != nil {
			t.Fatal(err)
		}
		owner := shoptest.As(s, shoptest.AddAdministrator(t, d))
		asha := customerOf(t, s, "Asha", "9000000042")
		path := "/khata/" + asha + "/reminder"
		owner.Request(t, "POST", path, "").Expect(t, http.StatusConflict, "Nothing is open on this khata.")
		if err := sell(t.Context(), s, asha, money.Rupees(1943), nil); err != nil {
			t.Fatal(err)
		}
		var first, second khata.Reminder
		owner.Request(t, "POST", path, "").Expect(t, http.StatusOK, "").Decode(t, &first)
		owner.Request(t, "POST", path, "").Expect(t, http.StatusOK, "").Decode(t, &second)
		want := "Namaste Asha ji, ₹1,943 is open on your khata at Ganesh Kirana, the oldest since 15 January. Pay by UPI and see every line here: " + first.URL + " Thank you."
		if first.Text != want || !strings.HasPrefix(first.URL, "https://shop.example/your-khata?token=") || first.URL == second.URL {
			t.Errorf("the reminder is %+v, want text %q, a URL that begins with \"https://shop.example/your-khata?token=\" and is not %s", first, want, second.URL)
		}
		if _, err := s.Settings.Update(t.Context(), []byte(`{"languages":["hi","mr","en"]}`)); err != nil {
			t.Fatal(err)
		}
		var hindi khata.Reminder
		owner.Request(t, "POST", path, "").Expect(t, http.StatusOK, "").Decode(t, &hindi)
		if want := "नमस्ते Asha जी, Ganesh Kirana के खाते में ₹1,943 बाकी हैं, सबसे पुराना हिसाब 15 जनवरी का है। UPI से पैसे दें और पूरा हिसाब यहाँ देखें: " + hindi.URL + " धन्यवाद।"; hindi.Text != want {
			t.Errorf("the reminder in the shop's default language is %s, want %s", hindi.Text, want)
		}
		open := func(r khata.Reminder) shoptest.Response {
			return shoptest.As(s, "").Request(t, "POST", "/khata/page", fmt.Sprintf(`{"token":%q}`, strings.TrimPrefix(r.URL, "https://shop.example/your-khata?token=")))
		}
		for _, r := range []khata.Reminder{first, second} {
			reply := open(r).Expect(t, http.StatusOK, "")
			for _, part := range []string{`"balance":1943`, "Ganesh Kirana", "upi://pay?pa=ganesh@bank", `"who":""`, `"customer":{"_id":"","name":"Asha","mobile":""}`} {
				if !strings.Contains(string(reply.Bytes), part) {
					t.Errorf("the page lacks %s: %s", part, reply.Bytes)
				}
			}
		}
		if st := read(t, owner, "/khata/"+asha); st.LastReminderAt == nil {
			t.Error("nobody was reminded")
		}
		open(khata.Reminder{URL: "made up"}).Expect(t, http.StatusNotFound, "")
		owner.Request(t, "DELETE", path, "").Expect(t, http.StatusOK, "")
		open(first).Expect(t, http.StatusNotFound, "This address is not valid any more. Please ask the shop for a new one.")
	})
}

func TestMine_returnsTheShoppersOwnKhata(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		ravi, meera := shoptest.AddShopper(t, d), shoptest.AddShopper(t, d)
		if err := sell(t.Context(), s, ravi, money.Rupees(70), nil); err != nil {
			t.Fatal(err)
		}
		if st := read(t, shoptest.As(s, ravi), "/khata/mine"); st.Balance != 70 || len(st.Entries) != 1 || st.Entries[0].Who != "" {
			t.Errorf("the own khata is %+v, want balance 70 and 1 entry without a name of the staff", st)
		}
		if st := read(t, shoptest.As(s, meera), "/khata/mine"); st.Balance != 0 {
			t.Errorf("another's khata is %+v", st)
		}
		shoptest.As(s, meera).Request(t, "GET", "/khata/"+ravi, "").Expect(t, http.StatusForbidden, "")
	})
}
