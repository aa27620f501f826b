package app

import (
	"net/http"
	"slices"
	"testing"

	"kirana/internal/account"
	"kirana/internal/clock"
	"kirana/internal/httpapi"
	"kirana/internal/payment"
)

// routeTable returns the route table, by method and path.
func routeTable() map[string]httpapi.Route {
	f := opener{log: discard(), clock: clock.System{}}.features(nil, nil, account.Key{})
	f.takeOrders(payment.Config{})
	routes := map[string]httpapi.Route{}
	for _, route := range f.router("test").Routes() {
		routes[route.Method+" "+route.Path] = route
	}
	return routes
}

// withoutRows are the shoppers' calls, other than GET, that leave no rows and have no limit.
var withoutRows = []string{
	"POST /product/get", "POST /product/getProductByCategory", "POST /product/getProductByCategoryAndSubCategory", "POST /product/getProductById",
	"POST /subCategory/get", "POST /ucp/catalog/search", "POST /ucp/catalog/lookup", "POST /ucp/catalog/product", "POST /khata/page", "PUT /cart/update-qty", "DELETE /cart/deleteCartItem",
}

func TestBudget_limitsThePermanentRowsOfShoppers(t *testing.T) {
	t.Parallel()
	bounded := 0
	for name, route := range routeTable() {
		budget := route.Budget
		if budget.Rows > 0 && len(budget.Limits) == 0 && budget.Bound == "" {
			t.Errorf("%s leaves %d rows, want a limit or a bound for them", name, budget.Rows)
		}
		if byShoppers := route.Method != http.MethodGet && route.Access <= httpapi.Shopper; byShoppers && budget.Rows == 0 && len(budget.Limits) == 0 && !slices.Contains(withoutRows, name) {
			t.Errorf("%s has no budget of rows, want one, or its name in withoutRows", name)
		}
		if (route.Upload != "") != (budget.Memory != httpapi.DefaultMemory) {
			t.Errorf("%s has the upload %q and a budget of %d bytes of memory, want a budget beside the default only for uploads",
				name, route.Upload, budget.Memory)
		}
		for _, rule := range budget.Limits {
			if bounded++; rule.Name == "" || rule.Max < 1 || rule.Window <= 0 {
				t.Errorf("%s has the limit %+v, want a name, a maximum and a window", name, rule)
			}
		}
	}
	if bounded < 30 {
		t.Errorf("the table has %d limits, want at least 30", bounded)
	}
}

func TestBudget_refusesCallsAboveTheirLimit(t *testing.T) {
	t.Parallel()
	routes := routeTable()
	eachDatabase(t, func(t *testing.T, databaseURL string) {
		shop := openWholeShop(t, databaseURL, nil)
		shopper := &client{t: t, base: shop.url}
		shopper.must("POST", "/user/register", record{"name": "Asha", "email": "asha@example.in", "password": "a fine password"})
		shopper.login("asha@example.in", "a fine password")
		const unknown = `{"_id":"65f1a2b3c4d5e6f708192a3b","address_line":"1","city":"Pune","state":"Maharashtra","pincode":"411004","country":"India","mobile":"9822041873"}`
		for name, body := range map[string]string{
			"PUT /user/forgot-password":            `{"email":"nobody@example.in"}`,
			"PUT /user/verify-forgot-password-otp": `{"email":"nobody@example.in","otp":"123456"}`,
			"POST /user/resend-verify-email":       ``,
			"PUT /address/update":                  unknown,
			"PUT /user/change-password":            `{"password":"wrong","newPassword":"another fine one","confirmPassword":"another fine one"}`,
			"POST /user/login":                     `{"email":"nobody@example.in","password":"wrong"}`,
		} {
			route := routes[name]
			allowed := 0
			for _, rule := range route.Budget.Limits {
				allowed = max(allowed, rule.Max)
			}
			status, made := 0, 0
			for ; status != http.StatusTooManyRequests && made <= allowed; made++ {
				status = send(t, route.Method, shop.url+"/api"+route.Path, shopper.token, "application/json", body)
			}
			if status != http.StatusTooManyRequests {
				t.Errorf("%s returned %d the %d. time, want %d", name, status, made, http.StatusTooManyRequests)
			}
		}
	})
}
