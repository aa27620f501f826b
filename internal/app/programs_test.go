package app

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"kirana/internal/account"
	"kirana/internal/config"
	"kirana/internal/db"
	"kirana/internal/httpapi"
	"kirana/internal/payment"
	"kirana/internal/shoptest"
	"kirana/internal/token"
)

// offered lists the calls that programs may make, by their route's scope. It is written by hand, so that a new call
// needs an entry here. A token with READ may make all calls listed for READ.
var offered = map[httpapi.Scope]string{
	httpapi.ScopeCatalog: `
		GET /category/get, POST /subCategory/get, GET /product/home, GET /product/getAll, POST /product/get, POST /product/getProductById, GET /product/{id}/replacements,
		POST /product/getProductByCategory, POST /product/getProductByCategoryAndSubCategory, GET /product/code,
		POST /category/add-category, PUT /category/update, PUT /category/move, DELETE /category/delete, POST /category/merge,
		POST /subCategory/create, PUT /subCategory/update, DELETE /subCategory/delete, POST /subCategory/merge,
		POST /product/create, PUT /product/update/{id}, PUT /product/publish, DELETE /product/delete/{id},
		POST /product/import, POST /product/import/columns, GET /product/import/runs, GET /product/import/report/{id}, GET /product/import/progress, POST /product/import/undo/{id},
		POST /product/pictures, POST /product/{id}/picture, GET /product/pictures/proposals, PUT /product/pictures/proposals, GET /product/pictures/links, POST /product/pictures/links,
		POST /product/bulk, GET /product/bulk-changes, POST /product/bulk/{id}/undo, POST /file/upload,
		PUT /product/stock/{id}, POST /stock/moves, POST /stock/writeoff, POST /stock/markdown, GET /product/{id}/movements, GET /product/running-out,
		GET /catalog/names, PUT /catalog/names, GET /tax/missing, GET /tax/proposals, PUT /tax/assign, GET /export/products, GET /export/stock, GET /product-requests`,
	httpapi.ScopeOrders: `
		GET /bills, GET /bills/{number}, GET /order/checkout/{id}, PUT /order/checkout/{id}/buyer, POST /order/checkout/{id}/bill, POST /order/checkout/{id}/bill/cancel,
		GET /order/getAllOrderDetails, PUT /order/update-status/{orderId}, GET /order/payments/{orderId}, GET /order/picklist,
		GET /order/checkouts, POST /order/checkouts/stage, POST /order/checkouts/printed,
		PUT /order/checkout/{id}/stage, PUT /order/checkout/{id}/promise, POST /order/checkout/{id}/undo, PUT /order/checkout/{id}/refuse, PUT /order/checkout/{id}/status,
		PUT /order/checkout/{id}/take, PUT /order/checkout/{id}/note, PUT /order/checkout/{id}/payment, PUT /order/checkout/{id}/lines, PUT /order/checkout/{id}/tick,
		POST /order/checkout/{id}/add, PUT /order/checkout/{id}/replace, PUT /order/checkout/{id}/return, GET /order/phone, POST /order/phone,
		GET /customers, GET /customers/{id}, POST /customers, POST /customers/{id}/addresses,
		GET /khata, GET /khata/{customer}, POST /khata/{customer}, POST /khata/{customer}/reminder,
		GET /complaints, PUT /complaints/{id}, GET /export/orders, GET /export/order-lines, GET /export/customers`,
	httpapi.ScopeRead: `GET /report/today, GET /report/day, GET /tax/rates, GET /books, GET /books/gstr1, GET /books/gstr3b, GET /books/cmp08, GET /books/sales, GET /books/purchases,
		GET /suppliers, GET /purchases, GET /purchases/{id}, GET /stock/expiring, GET /stock/reorder, GET /stock/value, GET /stock/margin`,
}

// programs returns a shop with a token of each scope, by scope.
func programs(t *testing.T) (*httpapi.Router, *features, map[httpapi.Scope]string) {
	t.Helper()
	settings := config.Config{}
	settings.DataDir = t.TempDir()
	f, err := openFeatures(t.Context(), settings, discard())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.close)
	f.takeOrders(payment.Config{})
	owner, err := f.accounts.CreateAdmin(t.Context(), "Asha", "asha@example.in", "seven mangoes")
	if err != nil {
		t.Fatal(err)
	}
	secrets := map[httpapi.Scope]string{}
	for _, scope := range httpapi.Scopes {
		if _, secrets[scope], err = f.tokens.Create(t.Context(), token.NewToken{UserID: owner.ID, Name: string(scope), Scope: scope}); err != nil {
			t.Fatal(err)
		}
	}
	return f.router("test"), f, secrets
}

func TestRouteTable_allowsProgramsTheCallsOfTheirScope(t *testing.T) {
	t.Parallel()
	router, _, secrets := programs(t)
	meant := byCall(offered)
	for _, route := range router.Routes() {
		name := route.Method + " " + route.Path
		if route.Scope != meant[name] {
			t.Errorf("%s has the scope %q, want %q", name, route.Scope, meant[name])
		}
		delete(meant, name)
		for scope, secret := range secrets {
			may := route.Scope != "" && (scope == httpapi.ScopeAll || scope == route.Scope ||
				scope == httpapi.ScopeRead && (route.Method == http.MethodGet || route.Access == httpapi.Public))
			response := shoptest.As(router, secret).Request(t, route.Method, exampleOf(route.Path), `{"broken`)
			forbidden := response.Status == http.StatusForbidden && response.Message == "Do not have Permission"
			if route.Access == httpapi.Public {
				continue // public calls need no scope; see TestProgram_withoutTheScopeMakesPublicCallsOnly
			}
			if forbidden == may || response.Status == http.StatusUnauthorized {
				t.Errorf("%s by a program with %s: %d, want it allowed: %t: %s", name, scope, response.Status, may, response.Bytes)
			}
		}
	}
	for name := range meant {
		t.Errorf("%s is meant for programs, and not registered", name)
	}
}

func TestProgram_withoutTheScopeMakesPublicCallsOnly(t *testing.T) {
	t.Parallel()
	router, _, secrets := programs(t)
	for scope, secret := range secrets {
		if response := shoptest.As(router, secret).Request(t, "GET", "/category/get", ""); response.Status != http.StatusOK {
			t.Errorf("the categories refuse a program with %s: %d %s, want %d", scope, response.Status, response.Bytes, http.StatusOK)
		}
		// This call needs a person's login, which a token never is.
		response := shoptest.As(router, secret).Request(t, "POST", "/user/refresh-token", `{}`)
		if response.Status != http.StatusUnauthorized {
			t.Errorf("a program with %s refreshes a login: %d, want %d", scope, response.Status, http.StatusUnauthorized)
		}
	}
}

func TestProgram_actsUnderItsName(t *testing.T) {
	t.Parallel()
	router, f, secrets := programs(t)
	program := shoptest.As(router, secrets[httpapi.ScopeAll])
	if response := program.Request(t, "POST", "/category/add-category", `{"name":"Dal","image":"/media/none.jpg"}`); response.Status >= 500 || response.Status == 403 {
		t.Fatalf("a program adds a category: %d %s, want neither 403 nor a failure", response.Status, response.Bytes)
	}
	if response := program.Request(t, "POST", "/customers", `{"name":"Meena","mobile":"9876500001"}`); response.Status != http.StatusCreated {
		t.Fatalf("adds a customer: %d %s, want %d", response.Status, response.Bytes, http.StatusCreated)
	}
	// The call is refused, and logged as a refusal of this program.
	program.Request(t, "GET", "/staff", "")
	who, err := db.All[string](t.Context(), f.db, `SELECT DISTINCT actor_name FROM audit_log WHERE what IN ('customer.add', 'customer.create', 'access.refused')`)
	if err != nil || !slices.Equal(who, []string{"ALL"}) {
		t.Errorf("acts are recorded as those of %v, %v, want %v", who, err, []string{"ALL"})
	}
}

func TestProgram_isRefusedOnceItsCreatorIsRemoved(t *testing.T) {
	t.Parallel()
	router, f, secrets := programs(t)
	read := func() int {
		return shoptest.As(router, secrets[httpapi.ScopeRead]).Request(t, "GET", "/customers", "").Status
	}
	if status := read(); status != http.StatusOK {
		t.Fatalf("reads the customers: %d, want %d", status, http.StatusOK)
	}
	if _, err := f.accounts.CreateAdmin(t.Context(), "Bina", "bina@example.in", "seven mangoes"); err != nil {
		t.Fatal(err)
	}
	err := f.db.Tx(t.Context(), func(tx *db.Tx) error {
		return db.Exec(t.Context(), tx, `UPDATE users SET staff_role = 'OWNER' WHERE email = 'bina@example.in'`)
	})
	if err != nil {
		t.Fatal(err)
	}
	staff, err := f.accounts.Staff(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	maker := staff[slices.IndexFunc(staff, func(m account.StaffMember) bool { return m.Email == "asha@example.in" })]
	if err := f.accounts.RemoveStaff(t.Context(), maker.ID); err != nil {
		t.Fatal(err)
	}
	if status := read(); status != http.StatusUnauthorized {
		t.Errorf("after its maker was removed: %d, want %d", status, http.StatusUnauthorized)
	}
}

func TestProgram_seesCostsOnlyWithTheScopeOfReports(t *testing.T) {
	t.Parallel()
	router, f, secrets := programs(t)
	productID := shoptest.AddProduct(t, f.db, shoptest.Product{Name: "Toor Dal", Stock: 5})
	shoptest.AddSale(t, f.db, shoptest.Sale{UserID: shoptest.AddShopper(t, f.db), ProductID: productID, Pieces: 4, At: f.clock.Now().Add(-time.Hour)})
	err := f.db.Tx(t.Context(), func(tx *db.Tx) error {
		return db.Exec(t.Context(), tx, `UPDATE products SET cost = 123456, updated_at = $1 WHERE id = $2`, f.clock.Now(), productID)
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.view.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	for call, scopes := range map[string]map[httpapi.Scope]bool{
		"GET /product/getAll?limit=5":      {httpapi.ScopeRead: true, httpapi.ScopeAll: true, httpapi.ScopeCatalog: false},
		"GET /product/running-out?days=90": {httpapi.ScopeRead: true, httpapi.ScopeAll: true, httpapi.ScopeCatalog: false},
		"PUT /product/update/" + productID: {httpapi.ScopeAll: true, httpapi.ScopeCatalog: false},
		"PUT /product/publish":             {httpapi.ScopeAll: true, httpapi.ScopeCatalog: false},
	} {
		method, path, _ := strings.Cut(call, " ")
		for scope, seen := range scopes {
			r := shoptest.As(router, secrets[scope]).Request(t, method, path, `{"ids":["`+productID+`"],"publish":true}`)
			if !strings.Contains(string(r.Bytes), "Toor Dal") || strings.Contains(string(r.Bytes), `"cost"`) != seen {
				t.Errorf("%s reads from %s: %s, want Toor Dal, with its cost: %t", scope, call, r.Bytes, seen)
			}
		}
	}
}

func TestProgram_readsNoCostsInTheReportsOfImports(t *testing.T) {
	t.Parallel()
	router, _, secrets := programs(t)
	const list = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"list.csv\"\r\n\r\nName,MRP,Unit,Cost of a piece\r\nToor Dal,%s,1 kg,%s\r\n--b--\r\n"
	var report struct{ ReportFile string }
	for _, row := range [][]any{{"100", "71.25"}, {"101", "73.75"}} {
		r := shoptest.As(router, secrets[httpapi.ScopeAll]).Request(t, "POST", "/product/import", fmt.Sprintf(list, row...), "Content-Type", "multipart/form-data; boundary=b")
		r.Expect(t, http.StatusOK, "").Decode(t, &report)
	}
	for scope, seen := range map[httpapi.Scope]bool{httpapi.ScopeRead: true, httpapi.ScopeAll: true, httpapi.ScopeCatalog: false} {
		r := shoptest.As(router, secrets[scope]).Request(t, "GET", "/product/import/report/"+report.ReportFile, "").Expect(t, http.StatusOK, "")
		if content := string(r.Bytes); !strings.Contains(content, "₹101") || strings.Contains(content, "73.75") != seen || strings.Contains(content, "71.25") != seen {
			t.Errorf("%s reads the report %s, want ₹101, with the costs: %t", scope, content, seen)
		}
	}
}
