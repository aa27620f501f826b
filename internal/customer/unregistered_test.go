package customer_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"kirana/internal/account"
	"kirana/internal/bill"
	"kirana/internal/customer"
	"kirana/internal/db"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/testshop"
)

// addByMobile creates or finds a customer as staff, which must respond with the status, and returns the customer's id.
func addByMobile(t *testing.T, staff shoptest.Client, name, mobile string, status int) string {
	t.Helper()
	var added struct {
		ID string `json:"_id"`
	}
	staff.Request(t, "POST", "/customers", fmt.Sprintf(`{"name":%q,"mobile":%q}`, name, mobile)).Expect(t, status, "").Decode(t, &added)
	return added.ID
}

// orderByPhone places a phone order of a product for a customer, to a new address, and returns the order's id.
func orderByPhone(t *testing.T, staff shoptest.Client, userID, productID string, pieces int) string {
	t.Helper()
	var saved, row struct {
		ID    string `json:"_id"`
		Order string `json:"checkoutId"`
	}
	address := `{"address_line":"4 Temple Street","city":"Pune","state":"Maharashtra","pincode":"411004","country":"India","mobile":"9000000058"}`
	staff.Request(t, "POST", "/customers/"+userID+"/addresses", address).Expect(t, http.StatusCreated, "").Decode(t, &saved)
	body := fmt.Sprintf(`{"userId":%q,"addressId":%q,"list_items":[{"productId":%q,"quantity":%d}]}`, userID, saved.ID, productID, pieces)
	rows := []any{&row}
	staff.Request(t, "POST", "/order/phone", body).Expect(t, http.StatusOK, "").Decode(t, &rows)
	return row.Order
}

func TestAdd_findsOrCreatesOneCustomerPerMobile(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		packer := shoptest.As(s, shoptest.AddStaff(t, d, "PACKER"))
		sunil := addByMobile(t, packer, "Sunil Jadhav", "+91 90000 00058", http.StatusCreated)
		if again := addByMobile(t, packer, "Somebody", "090000-00058", http.StatusOK); again != sunil {
			t.Errorf("the same number again is customer %s, want %s", again, sunil)
		}
		if again := addByMobile(t, packer, "", "9000000058", http.StatusOK); again != sunil {
			t.Error("a known number needs a name")
		}
		packer.Request(t, "POST", "/customers", `{"mobile":"9000000059"}`).ExpectField(t, "name")
		packer.Request(t, "POST", "/customers", `{"name":"X","mobile":"12345"}`).ExpectField(t, "mobile")
		var list []customer.Customer
		for _, query := range []string{"mobile=%2B919000000058", "q=9000000058", "q=sunil"} {
			packer.Request(t, "GET", "/customers?"+query, "").Expect(t, http.StatusOK, "").Decode(t, &list)
			if len(list) != 1 || list[0].ID != sunil || list[0].Login || list[0].Email != nil {
				t.Errorf("%s finds %+v, want Sunil without login and email", query, list)
			}
		}
		packer.Request(t, "GET", "/customers?mobile=123", "").ExpectField(t, "mobile")
		// A customer without a login cannot log in.
		if right, err := s.Accounts.CheckPassword(t.Context(), "", ""); right || err != nil {
			t.Errorf("the empty password of a customer without login is right: %t, %v, want false", right, err)
		}
	})
}

func TestAdd_givesNoOrdersToAShopperWhoTypedTheSameMobile(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		stranger := add(t, s, person{"Stranger", "stranger@example.in", "9000000058", "Road", "411001"})
		staff := shoptest.As(s, shoptest.AddAdministrator(t, d))
		sunil := addByMobile(t, staff, "Sunil Jadhav", "9000000058", http.StatusCreated)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Stock: 10})
		orderID := orderByPhone(t, staff, sunil, dal, 2)
		if sunil == stranger {
			t.Fatal("who types a number gets the orders of whose it is")
		}
		shoptest.As(s, stranger).Request(t, "GET", "/order/checkout/"+orderID, "").Expect(t, http.StatusNotFound, "")
		reply := shoptest.As(s, stranger).Request(t, "GET", "/order/mine", "").Expect(t, http.StatusOK, "")
		if strings.Contains(string(reply.Bytes), "Toor Dal") {
			t.Errorf("a stranger reads %s, want no order", reply.Bytes)
		}
	})
}

func TestAdd_createsOneCustomerOnConcurrentCalls(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		staff := shoptest.As(s, shoptest.AddAdministrator(t, d))
		var wg sync.WaitGroup
		ids := make([]string, 8)
		for i := range ids {
			wg.Go(func() {
				user, _, err := s.Accounts.AddCustomer(t.Context(), "Sunil", "9000000058")
				if err != nil {
					t.Error(err)
				}
				ids[i] = user.ID
			})
		}
		wg.Wait()
		for _, id := range ids {
			if id != ids[0] {
				t.Errorf("one number became the customers %v, want the same", ids)
			}
		}
		staff.Request(t, "GET", "/customers?mobile=9000000058", "").Expect(t, http.StatusOK, "")
	})
}

func TestUnregistered_areListedExportedAndErasedLikeOtherCustomers(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		sunita := person{name: "Sunita", email: "sunita@example.in"}
		if _, err := s.Accounts.CreateAdmin(t.Context(), sunita.name, sunita.email, "seven mangoes"); err != nil {
			t.Fatal(err)
		}
		owner := shoptest.As(s, loginOf(t, s, sunita))
		sunil := addByMobile(t, owner, "Sunil Jadhav", "9000000058", http.StatusCreated)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Stock: 10})
		// A shop that requires a confirmed email for cash orders accepts them from customers that staff knows.
		if _, err := s.Settings.Update(t.Context(), []byte(`{"cashUnverified":1}`)); err != nil {
			t.Fatal(err)
		}
		orderID := orderByPhone(t, owner, sunil, dal, 2)
		for _, path := range []string{"/customers?q=sunil", "/order/checkouts?q=9000000058", "/order/checkouts?q=sunil", "/order/checkout/" + orderID, "/order/phone?mobile=00058"} {
			if reply := owner.Request(t, "GET", path, "").Expect(t, http.StatusOK, ""); !strings.Contains(string(reply.Bytes), "Sunil Jadhav") {
				t.Errorf("%s lacks the customer: %s", path, reply.Bytes)
			}
		}
		owner.Request(t, "PUT", "/customers/"+sunil, `{"note":"Tea stall","status":"Suspended","reason":"Pays late"}`).Expect(t, http.StatusOK, "")
		body := fmt.Sprintf(`{"userId":%q,"addressId":%q,"list_items":[{"productId":%q,"quantity":1}]}`, sunil, sunil, dal)
		owner.Request(t, "POST", "/order/phone", body).Expect(t, http.StatusConflict, "This customer is suspended.")
		var export customer.Export
		owner.Request(t, "GET", "/customers/"+sunil+"/data", "").Expect(t, http.StatusOK, "").Decode(t, &export)
		if len(export.Orders) != 1 || len(export.Addresses) != 1 || export.Account.Mobile != "9000000058" {
			t.Errorf("the export is %+v, want one order, one address and the number", export)
		}
		_, acting := staff(t, s)
		if _, err := s.Orders.SetStage(acting, order.Actor{Kind: order.ByStaff}, orderID, order.Move{From: order.StageNew, To: order.StageDone}); err != nil {
			t.Fatal(err)
		}
		owner.Request(t, "POST", "/khata/"+sunil, `{"kind":"CORRECTION","amount":210,"reason":"tea"}`).Expect(t, http.StatusOK, "")
		owner.Request(t, "DELETE", "/customers/"+sunil, `{"password":"seven mangoes"}`).Expect(t, http.StatusConflict, "The khata is not settled: ₹210 is open.")
		owner.Request(t, "POST", "/khata/"+sunil, `{"kind":"PAYMENT","amount":210,"by":"CASH"}`).Expect(t, http.StatusOK, "")
		owner.Request(t, "DELETE", "/customers/"+sunil, `{"password":"seven mangoes"}`).Expect(t, http.StatusOK, "")
		owner.Request(t, "GET", "/customers/"+sunil, "").Expect(t, http.StatusNotFound, "")
		if next := addByMobile(t, owner, "Another Sunil", "9000000058", http.StatusCreated); next == sunil {
			t.Error("the number is not free")
		}
		exec(t, d, `DELETE FROM jobs`)
		s.Clock.Advance(366 * 24 * time.Hour)
		sweep(t, s)
		if left := traces(t, d, "jadhav", "temple", "tea stall"); len(left) > 0 {
			t.Errorf("after the year traces are left in %s, want none", strings.Join(left, ", "))
		}
	})
}

func TestMerge_movesOrdersBillsAddressesNotesAndNumbers(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		if _, err := s.Settings.Update(t.Context(), []byte(`{"legal":{"gst":"UNREGISTERED"}}`)); err != nil {
			t.Fatal(err)
		}
		asha := person{"Asha Deshmukh", "asha@example.in", "9000000042", "Road", "411001"}
		into := add(t, s, asha)
		admin := shoptest.AddAdministrator(t, d)
		owner := shoptest.As(s, admin)
		from := addByMobile(t, owner, "Asha Deshmukh B204", "9000000024", http.StatusCreated)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Stock: 100})
		buy(t, s, into, dal, 1)
		orderID := orderByPhone(t, owner, from, dal, 2)
		_, acting := staff(t, s)
		if _, err := s.Orders.SetStage(acting, order.Actor{Kind: order.ByStaff}, orderID, order.Move{From: order.StageNew, To: order.StageDone}); err != nil {
			t.Fatal(err)
		}
		for id, note := range map[string]string{into: "Rings twice", from: "Third floor"} {
			if err := s.Accounts.SetNote(acting, id, note); err != nil {
				t.Fatal(err)
			}
		}
		login := shoptest.As(s, loginOf(t, s, asha))
		login.Request(t, "GET", "/order/checkout/"+orderID, "").Expect(t, http.StatusNotFound, "")
		owner.Request(t, "POST", "/customers/"+from+"/merge", fmt.Sprintf(`{"into":%q}`, from)).ExpectField(t, "into")
		owner.Request(t, "POST", "/customers/"+into+"/merge", fmt.Sprintf(`{"into":%q}`, from)).Expect(t, http.StatusConflict,
			"Asha Deshmukh has a login, which stays. Please join Asha Deshmukh B204 to Asha Deshmukh instead.")
		owner.Request(t, "POST", "/customers/"+from+"/merge", fmt.Sprintf(`{"into":%q}`, admin)).Expect(t, http.StatusNotFound, "")

		for id, amount := range map[string]int{into: 1943, from: 210} {
			owner.Request(t, "POST", "/khata/"+id, fmt.Sprintf(`{"kind":"CORRECTION","amount":%d,"reason":"old notebook"}`, amount)).Expect(t, http.StatusOK, "")
		}
		if _, err := s.Khata.SetLimit(t.Context(), from, new(money.Rupees(3000))); err != nil {
			t.Fatal(err)
		}
		owner.Request(t, "POST", "/customers/"+from+"/merge", fmt.Sprintf(`{"into":%q,"limit":9000}`, into)).Expect(t, http.StatusForbidden, "Please confirm your password")
		manager := shoptest.As(s, shoptest.AddStaff(t, d, "MANAGER"))
		manager.Request(t, "POST", "/customers/"+from+"/merge", fmt.Sprintf(`{"into":%q,"limit":9000}`, into)).Expect(t, http.StatusForbidden, "Only the owner can change the limit of a khata.")
		var p customer.Profile
		owner.Request(t, "POST", "/customers/"+from+"/merge", fmt.Sprintf(`{"into":%q}`, into)).Expect(t, http.StatusOK, "").Decode(t, &p)
		if p.ID != into || *p.Orders != 2 || len(p.Addresses) != 2 || p.Note != "Rings twice\nThird floor" || p.Mobile != asha.mobile || len(p.Mobiles) != 2 || p.Khata.Balance != 215300 || *p.Khata.Limit != 300000 {
			t.Errorf("the merged customer is %+v, want %s with both's orders, addresses, notes, numbers and khata", p, into)
		}
		expectMoved(t, owner, into)
		login.Request(t, "GET", "/order/checkout/"+orderID, "").Expect(t, http.StatusOK, "")
		bills, _, err := s.Bills.List(t.Context(), bill.Filter{UserID: into, Page: 1, Limit: 10})
		if err != nil || len(bills) != 1 || bills[0].Buyer.Name != "Asha Deshmukh B204" {
			t.Errorf("the bills are %+v, %v, want one with the buyer's old name", bills, err)
		}
		// The old id finds the merged customer, but cannot be used to merge, change or order.
		owner.Request(t, "GET", "/customers/"+from, "").Expect(t, http.StatusOK, "").Decode(t, &p)
		if p.ID != into {
			t.Errorf("the old id is %s, want %s", p.ID, into)
		}
		owner.Request(t, "POST", "/customers/"+from+"/merge", fmt.Sprintf(`{"into":%q}`, into)).Expect(t, http.StatusNotFound, "")
		owner.Request(t, "PUT", "/customers/"+from, `{"status":"Active"}`).Expect(t, http.StatusNotFound, "")
		body := fmt.Sprintf(`{"userId":%q,"addressId":%q,"list_items":[{"productId":%q,"quantity":1}]}`, from, from, dal)
		owner.Request(t, "POST", "/order/phone", body).Expect(t, http.StatusNotFound, "")
		written, err := db.Get[language.Stored](t.Context(), d, `SELECT before FROM audit_log WHERE what = 'customer.merge'`)
		if err != nil || written.In(language.English) != "Asha Deshmukh, 9000000042 and Asha Deshmukh B204, 9000000024" {
			t.Errorf("the activity log has %q, %v, want both names with their numbers", written, err)
		}
	})
}

// expectMoved fails the test unless both numbers find the same customer, whose sums equal those of the orders.
func expectMoved(t *testing.T, owner shoptest.Client, into string) {
	t.Helper()
	for _, query := range []string{"/customers?mobile=9000000024", "/customers?mobile=9000000042", "/customers?q=9000000024", "/order/phone?mobile=9000000024"} {
		var list []struct {
			ID    string   `json:"_id"`
			Spent *float64 `json:"spent"`
		}
		owner.Request(t, "GET", query, "").Expect(t, http.StatusOK, "").Decode(t, &list)
		if len(list) != 1 || list[0].ID != into {
			t.Errorf("%s finds %+v, want %s alone", query, list, into)
		}
	}
	if again := addByMobile(t, owner, "", "9000000024", http.StatusOK); again != into {
		t.Errorf("the other number is %s, want %s", again, into)
	}
}

func TestInvite_givesALoginOnce(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		taken := add(t, s, meera)
		owner := shoptest.As(s, shoptest.AddAdministrator(t, d))
		sunil := addByMobile(t, owner, "Sunil Jadhav", "9000000058", http.StatusCreated)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Stock: 10})
		orderID := orderByPhone(t, owner, sunil, dal, 1)
		invite := func() string {
			var invitation account.CustomerInvitation
			owner.Request(t, "POST", "/customers/"+sunil+"/invite", "").Expect(t, http.StatusOK, "").Decode(t, &invitation)
			return strings.TrimPrefix(invitation.Link, account.InvitedPath)
		}
		accept := func(token, email, password string) shoptest.Response {
			body, err := json.Marshal(map[string]string{"token": token, "email": email, "password": password})
			if err != nil {
				t.Fatal(err)
			}
			return shoptest.As(s, "").Request(t, "POST", "/user/invited", string(body))
		}
		replaced := invite()
		token := invite()
		accept(replaced, "sunil@example.in", "nine ripe mangoes").ExpectField(t, "token")
		accept(token, "nobody", "nine ripe mangoes").ExpectField(t, "email")
		accept(token, "sunil@example.in", "password").ExpectField(t, "password")
		accept(token, meera.email, "nine ripe mangoes").Expect(t, http.StatusConflict, "Email is already registered.")
		s.Clock.Advance(14 * 24 * time.Hour)
		accept(token, "sunil@example.in", "nine ripe mangoes").ExpectField(t, "token")
		token = invite()
		var tokens account.LoginTokens
		accept(token, "Sunil@Example.in", "nine ripe mangoes").Expect(t, http.StatusOK, "").Decode(t, &tokens)
		shoptest.As(s, tokens.AccessToken).Request(t, "GET", "/order/checkout/"+orderID, "").Expect(t, http.StatusOK, "")
		accept(token, "other@example.in", "nine ripe mangoes").ExpectField(t, "token")
		owner.Request(t, "POST", "/customers/"+sunil+"/invite", "").Expect(t, http.StatusConflict, "This customer has a login already.")
		owner.Request(t, "POST", "/customers/"+sunil+"/merge", fmt.Sprintf(`{"into":%q}`, taken)).Expect(t, http.StatusConflict,
			"Sunil Jadhav and Meera Joshi both have a login. Please delete one of the two accounts first.")
	})
}
