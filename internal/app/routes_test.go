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
	"kirana/internal/config"
	"kirana/internal/httpapi"
	"kirana/internal/shoptest"
)

// forAnyone are the calls that need no login. A new one is put here on purpose.
var forAnyone = []string{
	"POST /user/register", "POST /user/login", "POST /user/refresh-token", "POST /user/verify-email",
	"PUT /user/forgot-password", "PUT /user/verify-forgot-password-otp", "PUT /user/reset-password",
	"GET /category/get", "POST /subCategory/get", "GET /payment/options", "POST /payment/{provider}/webhook",
	"GET /product/home", "GET /product/getAll", "POST /product/get", "POST /product/getProductByCategory",
	"POST /product/getProductByCategoryAndSubCategory", "POST /product/getProductById",
}

// promised are the calls of the contract that this shop must answer.
var promised = append([]string{
	"GET /user/logout", "GET /user/user-details", "PUT /user/update-user", "PUT /user/upload-avatar",
	"GET /cart/get", "POST /cart/create", "PUT /cart/update-qty", "DELETE /cart/deleteCartItem",
	"GET /address/get", "POST /address/create", "PUT /address/update", "DELETE /address/disable",
	"POST /category/add-category", "PUT /category/update", "PUT /category/move", "DELETE /category/delete",
	"POST /subCategory/create", "PUT /subCategory/update", "DELETE /subCategory/delete",
	"POST /product/create", "PUT /product/update/{id}", "DELETE /product/delete/{id}", "POST /file/upload",
	"POST /order/cod", "POST /order/onlinePayment", "GET /order/getOrderDetails", "GET /order/getAllOrderDetails", "PUT /order/update-status/{orderId}",
}, forAnyone[:3]...)

var parameter = regexp.MustCompile(`{[^}]*}`)

func TestRouteTable_refusesWhoMayNot(t *testing.T) {
	t.Parallel()
	settings := config.Serve{}
	settings.DataDir = t.TempDir()
	h, err := open(t.Context(), settings, discard())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.close)
	token := func(user account.User, err error) string {
		if err != nil {
			t.Fatal(err)
		}
		tokens, err := h.accounts.Login(t.Context(), user)
		if err != nil {
			t.Fatal(err)
		}
		return tokens.AccessToken
	}
	shopper := token(h.accounts.Register(t.Context(), "Ravi", "ravi@example.in", "seven mangoes"))
	admin := token(h.accounts.CreateAdmin(t.Context(), "Asha", "asha@example.in", "seven mangoes"))
	router := h.router("test", discard())

	there := map[string]bool{}
	for _, call := range router.Routes() {
		name := call.Method + " " + call.Path
		there[name] = true
		ask := func(token string) shoptest.Response {
			return shoptest.Request(t, router, token, call.Method, parameter.ReplaceAllString(call.Path, "65f1a2b3c4d5e6f708192a3b"), `{"broken`)
		}
		if call.Access == httpapi.Public {
			if !slices.Contains(forAnyone, name) {
				t.Errorf("%s is for anyone: is that meant?", name)
			}
			continue
		}
		for _, stranger := range []string{"", "made up", strings.ToUpper(shopper)} {
			if reply := ask(stranger); reply.Status != http.StatusUnauthorized || reply.Message != "Authentication required" {
				t.Errorf("%s answers a stranger %d %s", name, reply.Status, reply.Bytes)
			}
		}
		forbidden := map[httpapi.Access]string{httpapi.Administrator: shopper, httpapi.Shopper: admin}[call.Access]
		if forbidden == "" {
			continue
		}
		if reply := ask(forbidden); reply.Status != http.StatusForbidden || reply.Message != "Do not have Permission" {
			t.Errorf("%s, which is for a %s, answers the other one %d %s", name, call.Access, reply.Status, reply.Bytes)
		}
	}
	for _, name := range promised {
		if !there[name] {
			t.Errorf("%s is missing", name)
		}
	}
}

func TestContract_describesEveryCall(t *testing.T) {
	t.Parallel()
	router := assemble(config.Serve{}, nil, nil, account.Key{}, discard()).router("test", discard())
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
		t.Errorf("is %s of %+v", document.OpenAPI, document.Info)
	}
	_, page := get(t, server.URL+"/api/docs")
	described := 0
	for _, operations := range document.Paths {
		described += len(operations)
	}
	if described != len(router.Routes()) {
		t.Errorf("%d calls are described, %d are there", described, len(router.Routes()))
	}
	seen := map[string]bool{}
	for _, call := range router.Routes() {
		op, there := document.Paths["/api"+call.Path][strings.ToLower(call.Method)]
		if !there || seen[op.OperationID] || op.OperationID == "" || op.Summary == "" {
			t.Errorf("%s %s is described as %+v", call.Method, call.Path, op)
		}
		seen[op.OperationID] = true
		if (call.Access == httpapi.Public) != (len(op.Security) == 0) {
			t.Errorf("%s %s asks for the security %v", call.Method, call.Path, op.Security)
		}
		for _, name := range parameter.FindAllString(call.Path, -1) {
			if !slices.ContainsFunc(op.Parameters, func(p inAddress) bool { return p.In == "path" && "{"+p.Name+"}" == name && p.Required }) {
				t.Errorf("%s %s does not describe %s", call.Method, call.Path, name)
			}
		}
		if op.Responses["422"] != nil || op.Responses["400"] == nil {
			t.Errorf("%s %s describes the answers %v", call.Method, call.Path, op.Responses)
		}
		if !strings.Contains(page, call.Path) {
			t.Errorf("the page to read does not show %s", call.Path)
		}
	}
	for _, found := range regexp.MustCompile(`"\$ref":"#/components/schemas/([^"]*)"`).FindAllStringSubmatch(text, -1) {
		if document.Components.Schemas[found[1]] == nil {
			t.Errorf("refers to %s, which is not there", found[1])
		}
	}
	for _, never := range []string{"password_hash", "PasswordHash", "import_key"} {
		if strings.Contains(text, never) {
			t.Errorf("tells of %s", never)
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
