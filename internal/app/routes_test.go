package app

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kirana/internal/account"
	"kirana/internal/clock"
	"kirana/internal/config"
	"kirana/internal/db"
	"kirana/internal/httpapi"
	"kirana/internal/payment"
	"kirana/internal/shoptest"
)

// allowed lists the calls that each kind of caller may make. The route table is compared with it. It is written by
// hand, so that a new call needs an entry here.
var allowed = map[httpapi.Access]string{
	httpapi.Public: `
		POST /user/register, POST /user/login, POST /user/passkey-login/begin, POST /user/passkey-login, POST /user/refresh-token, POST /user/verify-email,
		PUT /user/forgot-password, PUT /user/verify-forgot-password-otp, PUT /user/reset-password, POST /user/undo-email,
		GET /category/get, POST /subCategory/get,
		GET /product/home, GET /product/getAll, POST /product/get, POST /product/getProductById, GET /product/{id}/replacements, GET /address/pincode/{pincode},
		POST /product/getProductByCategory, POST /product/getProductByCategoryAndSubCategory,
		POST /staff/join, POST /user/invited, POST /khata/page, GET /settings, GET /setup, POST /setup, POST /setup/check, GET /payment/options, POST /payment/{provider}/webhook, GET /bills/shared/{token}, POST /product-requests/create,
		POST /ucp/catalog/search, POST /ucp/catalog/lookup, POST /ucp/catalog/product, POST /ucp/carts, GET /ucp/carts/{id}, PUT /ucp/carts/{id}, POST /ucp/carts/{id}/cancel`,
	httpapi.Authenticated: `
		GET /user/logout, GET /user/user-details, PUT /user/update-user, PUT /user/upload-avatar, PUT /user/change-password, GET /user/data, DELETE /user/account,
		POST /user/resend-verify-email, GET /user/sessions, DELETE /user/sessions, GET /cart/get, GET /order/getOrderDetails,
		GET /order/events, GET /order/mine, GET /order/buyAgain, GET /order/checkout/{id}, PUT /order/checkout/{id}/claim, PUT /order/checkout/{id}/my-lines, PUT /order/cancel/{id},
		PUT /order/checkout/{id}/buyer, GET /bills, GET /bills/{number}, DELETE /bills/{number}/link,
		GET /address/get, POST /address/create, PUT /address/update, DELETE /address/disable`,
	httpapi.Shopper: `
		POST /complaints/create, GET /complaints/mine, GET /khata/mine, POST /cart/create, PUT /cart/update-qty, DELETE /cart/deleteCartItem,
		POST /order/cod, POST /order/onlinePayment, POST /order/checkout/{id}/reorder, POST /payment/landed, POST /payment/cancel`,
	httpapi.Administrator: `
		GET /order/getAllOrderDetails, PUT /order/update-status/{orderId}, GET /order/payments/{orderId},
		PUT /order/checkout/{id}/unflag, GET /order/picklist, GET /report/today,
		GET /order/checkouts, POST /order/checkouts/stage, POST /order/checkouts/printed, PUT /order/checkout/{id}/stage, PUT /order/checkout/{id}/promise, POST /order/checkout/{id}/undo,
		PUT /order/checkout/{id}/refuse, PUT /order/checkout/{id}/status, PUT /order/checkout/{id}/take, PUT /order/checkout/{id}/note,
		PUT /order/checkout/{id}/payment, PUT /order/checkout/{id}/lines, PUT /order/checkout/{id}/tick,
		POST /order/checkout/{id}/add, PUT /order/checkout/{id}/replace, PUT /order/checkout/{id}/return, POST /order/checkout/{id}/bill, POST /order/checkout/{id}/bill/cancel, GET /order/phone, POST /order/phone,
		GET /counter/devices, POST /counter/devices, GET /counter/devices/{id}, GET /counter/catalog, GET /counter/customers, POST /counter/sales, PUT /counter/sales/{id}/payments,
		POST /counter/returns, GET /counter/problems, POST /counter/products, POST /product/{id}/barcodes,
		GET /customers, GET /customers/{id}, POST /customers, POST /customers/{id}/addresses, GET /khata, GET /khata/{customer}, POST /khata/{customer}, POST /khata/{customer}/reminder, GET /product/code,
		GET /user/passkeys, POST /user/passkeys/begin, POST /user/passkeys, DELETE /user/passkeys/{id}, GET /user/second-factor, POST /user/second-factor, PUT /user/second-factor, DELETE /user/second-factor,
		GET /settings/alerts, GET /settings/riders, GET /push/key, POST /push/subscribe, DELETE /push/unsubscribe`,
	httpapi.Manager: `
		POST /category/add-category, PUT /category/update, PUT /category/move, DELETE /category/delete,
		POST /subCategory/create, PUT /subCategory/update, DELETE /subCategory/delete,
		POST /product/create, POST /product/import, POST /product/import/columns, GET /product/import/runs,
		GET /product/import/report/{id}, GET /product/import/progress, POST /product/import/undo/{id}, PUT /product/update/{id}, PUT /product/publish, POST /product/pictures, POST /product/{id}/picture,
		GET /product/pictures/proposals, PUT /product/pictures/proposals, GET /product/pictures/links, POST /product/pictures/links,
		POST /product/bulk, GET /product/bulk-changes, POST /product/bulk/{id}/undo,
		PUT /counter/devices/{id}, PUT /counter/problems/{id}, PUT /product/stock/{id}, POST /stock/moves, GET /product/{id}/movements, GET /product/running-out, POST /category/merge, POST /subCategory/merge, DELETE /product/delete/{id}, POST /file/upload,
		POST /order/refund/{orderId}, PUT /order/unflag/{orderId}, PUT /order/checkout/{id}/refunded,
		PUT /customers/{id}, PUT /customers/{id}/cancel-open, POST /customers/{id}/merge, POST /customers/{id}/invite, DELETE /khata/{customer}/reminder, PUT /khata/{customer}/entries/{entry}/confirmed, POST /khata/import, GET /complaints, PUT /complaints/{id},
		GET /report/day, PUT /report/day, GET /report/reach, POST /report/mails/retry, GET /settings/all, PUT /settings/pause,
		GET /product-requests, DELETE /product-requests/{id}, GET /tax/rates, POST /tax/rates, DELETE /tax/rates/{id}, GET /catalog/names, PUT /catalog/names, GET /tax/missing, GET /tax/proposals, PUT /tax/assign,
		GET /suppliers, POST /suppliers, PUT /suppliers/{id}, GET /purchases, GET /purchases/{id}, POST /purchases, PUT /purchases/{id}, DELETE /purchases/{id},
		POST /purchases/import, POST /purchases/{id}/book, POST /purchases/{id}/return, POST /purchases/{id}/pay,
		GET /stock/expiring, GET /stock/reorder, GET /stock/value, GET /stock/margin, POST /stock/writeoff, POST /stock/markdown,
		GET /export/products, GET /export/orders, GET /export/order-lines, GET /export/stock`,
	httpapi.Owner: `
		PUT /settings, POST /counter/devices/{id}/lost, GET /audit, GET /export/customers, GET /books, PUT /books/close, GET /books/gstr1, GET /books/gstr3b, GET /books/cmp08, GET /books/sales, GET /books/purchases,
		DELETE /customers/{id}, GET /customers/{id}/data, GET /tokens, POST /tokens, DELETE /tokens,
		GET /webhooks, POST /webhooks, PUT /webhooks/{id}, DELETE /webhooks, POST /webhooks/{id}/test, GET /webhooks/{id}/deliveries, POST /webhooks/{id}/deliveries/{delivery}/again, PUT /khata/{customer}/limit, GET /staff, POST /staff/invite, PUT /staff/{id}, DELETE /staff/{id}`,
}

// byCall returns the key of its list for each call.
func byCall[K comparable](lists map[K]string) map[string]K {
	calls := map[string]K{}
	for key, list := range lists {
		for call := range strings.SplitSeq(list, ",") {
			calls[strings.TrimSpace(call)] = key
		}
	}
	return calls
}

var parameter = regexp.MustCompile(`{[^}]*}`)

// exampleOf returns a path that matches the route.
func exampleOf(route string) string {
	path := parameter.ReplaceAllString(route, "65f1a2b3c4d5e6f708192a3b")
	if strings.HasPrefix(path, "/export/") || strings.HasPrefix(path, "/books/") {
		path += "?format=none" // refused in the envelope, which a file does not have
	}
	return path
}

func TestRouteTable_allowsEachRoleTheListedCalls(t *testing.T) {
	t.Parallel()
	settings := config.Config{RateLimits: true}
	settings.DataDir = t.TempDir()
	f, err := openFeatures(t.Context(), settings, discard())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.close)
	if err := f.configurePushes(t.Context(), "http://shop.example"); err != nil {
		t.Fatal(err)
	}
	f.takeOrders(payment.Config{})
	token := func(user account.User, err error) string {
		if err != nil {
			t.Fatal(err)
		}
		tokens, err := f.accounts.Login(t.Context(), user, account.Client{})
		if err != nil {
			t.Fatal(err)
		}
		return tokens.AccessToken
	}
	shopper := token(f.accounts.Register(t.Context(), account.Registration{Name: "Ravi", Email: "ravi@example.in", Password: "seven mangoes"}))
	admin := token(f.accounts.CreateAdmin(t.Context(), "Asha", "asha@example.in", "seven mangoes"))
	staff := func(role, email string) string {
		t.Helper()
		token := token(f.accounts.CreateAdmin(t.Context(), role, email, "seven mangoes"))
		err := f.db.Tx(t.Context(), func(tx *db.Tx) error {
			return db.Exec(t.Context(), tx, `UPDATE users SET staff_role = $1 WHERE email = $2`, role, email)
		})
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	packer, manager := staff("PACKER", "packer@example.in"), staff("MANAGER", "manager@example.in")
	if err := f.configurePushes(t.Context(), "https://shop.example"); err != nil {
		t.Fatal(err)
	}
	router := f.router("test")

	registered := map[string]httpapi.Access{}
	for _, route := range router.Routes() {
		registered[route.Method+" "+route.Path] = route.Access
	}
	// The status with which each caller is refused: 401 without a login, 403 for the wrong role.
	callers := map[string]string{"nobody": "", "a stranger": "made up", "the token in capitals": strings.ToUpper(shopper), "shopper": shopper, "administrator": admin, "packer": packer, "manager": manager}
	refusals := map[httpapi.Access]map[string]int{
		httpapi.Public:        {},
		httpapi.Authenticated: {"nobody": 401, "a stranger": 401, "the token in capitals": 401},
		httpapi.Shopper:       {"nobody": 401, "a stranger": 401, "the token in capitals": 401, "administrator": 403, "packer": 403, "manager": 403},
		httpapi.Administrator: {"nobody": 401, "a stranger": 401, "the token in capitals": 401, "shopper": 403},
		httpapi.Manager:       {"nobody": 401, "a stranger": 401, "the token in capitals": 401, "shopper": 403, "packer": 403},
		httpapi.Owner:         {"nobody": 401, "a stranger": 401, "the token in capitals": 401, "shopper": 403, "packer": 403, "manager": 403},
	}
	sentences := map[int]string{401: "Authentication required", 403: "Do not have Permission"}
	for name, access := range byCall(allowed) {
		if registered[name] != access {
			t.Errorf("%s is registered for %s, want %s", name, registered[name], access)
		}
		delete(registered, name)
		method, path, _ := strings.Cut(name, " ")
		for caller, token := range callers {
			if (path == "/user/logout" || path == "/order/events") && refusals[access][caller] == 0 {
				continue // it would end the login of the other calls, or its response never ends
			}
			want := refusals[access][caller]
			response := shoptest.As(router, token).Request(t, method, exampleOf(path), `{"broken`)
			refused := response.Message == sentences[response.Status] && response.Message != ""
			// A public call may refuse by itself, such as a refresh without a token.
			if access != httpapi.Public && (refused != (want != 0) || (refused && response.Status != want)) {
				t.Errorf("%s returns %s with %d %s, want %d", name, caller, response.Status, response.Bytes, want)
			}
			if access == httpapi.Public && response.Status == http.StatusForbidden {
				t.Errorf("%s, which is for anyone, refuses %s with 403", name, caller)
			}
		}
	}
	for name, access := range registered {
		t.Errorf("%s is registered for %s and is not in the list of what is meant", name, access)
	}
}

func TestContract_describesEveryCall(t *testing.T) {
	t.Parallel()
	f := opener{log: discard(), clock: clock.System{}}.features(nil, nil, account.Key{})
	f.takeOrders(payment.Config{})
	router := f.router("test")
	var document struct {
		OpenAPI    string
		Info       struct{ Title, Version string }
		Paths      map[string]map[string]operation
		Components struct {
			Schemas         map[string]json.RawMessage
			SecuritySchemes map[string]any
		}
	}
	server := httptest.NewServer(router)
	t.Cleanup(server.Close)
	_, text := get(t, server.URL+"/api/openapi.json")
	if err := json.Unmarshal([]byte(text), &document); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(document.OpenAPI, "3.1.") || document.Info.Title == "" || document.Info.Version == "" || document.Components.SecuritySchemes["bearer"] == nil {
		t.Errorf("the document is OpenAPI %q of %+v, want 3.1 with title, version and the scheme bearer", document.OpenAPI, document.Info)
	}
	_, page := get(t, server.URL+"/api/docs")
	described := 0
	for _, operations := range document.Paths {
		described += len(operations)
	}
	if described != len(router.Routes()) {
		t.Errorf("the document describes %d calls, want %d", described, len(router.Routes()))
	}
	seen := map[string]bool{}
	for _, call := range router.Routes() {
		op, there := document.Paths["/api"+call.Path][strings.ToLower(call.Method)]
		if !there || seen[op.OperationID] || op.OperationID == "" || op.Summary == "" {
			t.Errorf("%s %s is described as %+v, want a summary and a unique operation ID", call.Method, call.Path, op)
		}
		seen[op.OperationID] = true
		if open := slices.ContainsFunc(op.Security, func(s map[string]any) bool { return len(s) == 0 }); open != (call.Access == httpapi.Public) {
			t.Errorf("%s %s has the security %v, want it open only if the call is public", call.Method, call.Path, op.Security)
		}
		for _, name := range parameter.FindAllString(call.Path, -1) {
			if !slices.ContainsFunc(op.Parameters, func(p inAddress) bool { return p.In == "path" && "{"+p.Name+"}" == name && p.Required }) {
				t.Errorf("%s %s lacks the required parameter %s", call.Method, call.Path, name)
			}
		}
		if op.Responses["422"] != nil || op.Responses["400"] == nil {
			t.Errorf("%s %s has the responses %v, want 400 and no 422", call.Method, call.Path, op.Responses)
		}
		if !strings.Contains(page, call.Path) {
			t.Errorf("the page to read lacks %s", call.Path)
		}
	}
	for _, found := range regexp.MustCompile(`"\$ref":"#/components/schemas/([^"]*)"`).FindAllStringSubmatch(text, -1) {
		if document.Components.Schemas[found[1]] == nil {
			t.Errorf("the document refers to the schema %s, which it does not have", found[1])
		}
	}
	for _, never := range []string{"password_hash", "PasswordHash", "import_key"} {
		if strings.Contains(text, never) {
			t.Errorf("the document names %s", never)
		}
	}
}

type operation struct {
	OperationID, Summary string
	Parameters           []inAddress
	Responses            map[string]any
	Security             []map[string]any
}

type inAddress struct {
	Name, In string
	Required bool
}
