package app

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/account"
	"kirana/internal/audit"
	"kirana/internal/config"
	"kirana/internal/db"
	"kirana/internal/shoptest"
)

// openTestFeatures returns the services of a shop in a temporary folder.
func openTestFeatures(t *testing.T) *features {
	t.Helper()
	settings := config.Config{RateLimits: true}
	settings.DataDir = t.TempDir()
	f, err := openFeatures(t.Context(), settings, discard())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.close)
	return f
}

// accessToken logs a user in and returns the access token.
func accessToken(t *testing.T, f *features, userID string) string {
	t.Helper()
	user, err := f.accounts.User(t.Context(), userID)
	if err != nil {
		t.Fatal(err)
	}
	tokens, err := f.accounts.Login(t.Context(), user, account.Client{})
	if err != nil {
		t.Fatal(err)
	}
	return tokens.AccessToken
}

// logOf returns the activity log's records of one kind.
func logOf(t *testing.T, f *features, what string) []audit.Record {
	t.Helper()
	page, err := f.audit.List(t.Context(), audit.Filter{What: what, Page: 1, Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	return page.Records
}

func TestRouter_recordsRefusalsOfStaff(t *testing.T) {
	t.Parallel()
	f := openTestFeatures(t)
	manager, shopper := shoptest.AddStaff(t, f.db, "MANAGER"), shoptest.AddShopper(t, f.db)
	router := f.router("test")
	token, shopperToken := accessToken(t, f, manager), accessToken(t, f, shopper)
	for range refusalsPerUser + 5 {
		shoptest.As(router, token).Request(t, "GET", "/audit", "").Expect(t, http.StatusForbidden, "Do not have Permission")
	}
	shoptest.As(router, shopperToken).Request(t, "GET", "/audit", "").Expect(t, http.StatusForbidden, "")
	records := logOf(t, f, "access.refused")
	if len(records) != refusalsPerUser {
		t.Fatalf("%d refusals are kept, want %d", len(records), refusalsPerUser)
	}
	if r := records[0]; r.WhoID != manager || r.Object != "GET /api/audit" || r.Before != "MANAGER" || r.Address == "" {
		t.Errorf("the newest refusal is recorded as %+v, want GET /api/audit by the MANAGER %s with an address", r, manager)
	}
}

func TestCommands_manageStaffAndCustomers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	run := func(input string, args ...string) (code int, out string) {
		t.Helper()
		var output, errs bytes.Buffer
		code = Main("test", append(args, "--data-dir", dir), strings.NewReader(input), &output, &errs)
		return code, output.String() + errs.String()
	}
	expect := func(input string, code int, want string, args ...string) {
		t.Helper()
		if got, out := run(input, args...); got != code || !strings.Contains(out, want) {
			t.Errorf("%s: %d %s, want %d and %q", strings.Join(args, " "), got, out, code, want)
		}
	}
	expect("seven mangoes\n", 0, "is an administrator now", "admin", "create", "--email", "sunita@example.in", "--name", "Sunita")
	expect("", 1, "must keep an owner", "admin", "remove", "--email", "sunita@example.in")
	expect("seven mangoes\n", 0, "", "admin", "create", "--email", "asha@example.in", "--name", "Asha")
	expect("", 0, "asha@example.in\tOWNER\tActive\tAsha\nsunita@example.in\tOWNER\tActive\tSunita\n", "admin", "list")
	expect("nine ripe mangoes\n", 0, "has a new password", "admin", "reset-password", "--email", "sunita@example.in")
	expect("short\n", 1, "Password must have", "admin", "reset-password", "--email", "sunita@example.in")
	expect("", 0, "not an administrator any more", "admin", "remove", "--email", "asha@example.in")
	expect("", 0, "is suspended", "user", "suspend", "--email", "asha@example.in", "--reason", "Left the shop.")
	expect("", 1, "Customer not found", "user", "suspend", "--email", "sunita@example.in")
	expect("", 1, "User not found", "admin", "remove", "--email", "nobody@example.in")

	settings := config.Config{}
	settings.DataDir = dir
	f, err := openFeatures(t.Context(), settings, discard())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.close)
	whats := []string{}
	for _, r := range logOf(t, f, "") {
		whats = append(whats, r.Who+" "+r.What)
	}
	slices.Sort(whats)
	if got := strings.Join(whats, ", "); got != "Command line customer.suspend, Command line staff.create, Command line staff.create, Command line staff.password, Command line staff.remove" {
		t.Errorf("the log holds %s, want Command line customer.suspend, Command line staff.create, Command line staff.create, Command line staff.password, Command line staff.remove", got)
	}
}

func TestCommands_cancelTheOpenOrdersOfACustomerBesideAServe(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, databaseURL string) {
		place := whereDemo(t, databaseURL)
		shop := serve(t, append(place, "--cors-origins", otherOrigin, "--demo")...)
		buyers := newLoad(t, shop.base, 2)
		for i, b := range []buyer{buyers.buyers[0], buyers.buyers[0], buyers.buyers[1]} {
			if status, _, wrong := buyers.send(b, shop.base, fmt.Sprint("order ", i)); status != http.StatusOK {
				t.Fatalf("order %d: %d %s, want %d", i, status, wrong, http.StatusOK)
			}
		}
		cancel := func(email string) (code int, out, errs string) {
			t.Helper()
			return run(t, "", append([]string{"user", "cancel-orders", "--email", email, "--reason", "You have moved away."}, place...)...)
		}
		first := buyers.buyers[0]
		if code, out, errs := cancel(first.name); code != 0 || out != "Order #1001 is canceled.\nOrder #1002 is canceled.\n" {
			t.Fatalf("%d %s%s, want 0 and %q", code, out, errs, "Order #1001 is canceled.\nOrder #1002 is canceled.\n")
		}
		for i, b := range buyers.buyers {
			c := &client{t: t, base: shop.base, token: b.token}
			for _, row := range c.list("GET", "/order/getOrderDetails", nil) {
				if canceled := row["delivery_status"] == "CANCELED"; canceled != (i == 0) {
					t.Errorf("an order of buyer %d is %v, want CANCELED: %t", i, row["delivery_status"], i == 0)
				}
			}
		}
		buyer := &client{t: t, base: shop.base, token: first.token}
		if seen := fmt.Sprint(buyer.must("GET", "/order/checkout/1001", nil)); !strings.Contains(seen, "You have moved away.") {
			t.Errorf("the customer's order is %s, want the reason \"You have moved away.\"", seen)
		}
		until(t, "the stock to be shown", func() bool {
			return buyer.must("POST", "/product/getProductById", record{"productId": first.productID}).(record)["stock"] == 1e6
		})
		if code, out, _ := cancel(first.name); code != 0 || !strings.Contains(out, "has no open orders") {
			t.Errorf("a second cancel ended with %d, want 0 and \"has no open orders\": %s", code, out)
		}
		if code, _, errs := cancel("admin@kirana.test"); code != 1 || !strings.Contains(errs, "Customer not found") {
			t.Errorf("cancel of staff ended with %d, want 1 and \"Customer not found\": %s", code, errs)
		}
		who, err := db.All[string](t.Context(), databaseOf(t, databaseURL, place[1]), `SELECT actor_name FROM audit_log WHERE what = 'checkout.refused'`)
		if diff := cmp.Diff([]string{commandLine, commandLine}, who); err != nil || diff != "" {
			t.Errorf("actors in the activity log, error %v (-want +got):\n%s", err, diff)
		}
	})
}

func TestRouter_recordsPicturesOfStaff(t *testing.T) {
	t.Parallel()
	f := openTestFeatures(t)
	router := f.router("test")
	send := func(userID, method, path, field string) {
		t.Helper()
		user, err := f.accounts.User(t.Context(), userID)
		if err != nil {
			t.Fatal(err)
		}
		tokens, err := f.accounts.Login(t.Context(), user, account.Client{})
		if err != nil {
			t.Fatal(err)
		}
		body := new(bytes.Buffer)
		form := multipart.NewWriter(body)
		file, err := form.CreateFormFile(field, "dot.png")
		if err == nil {
			err = png.Encode(file, image.NewGray(image.Rect(0, 0, 4, 4)))
		}
		if err != nil || form.Close() != nil {
			t.Fatal("write the form:", err)
		}
		request := httptest.NewRequestWithContext(t.Context(), method, "/api"+path, body)
		request.Header.Set("Content-Type", form.FormDataContentType())
		request.Header.Set("Authorization", "Bearer "+tokens.AccessToken)
		response := httptest.NewRecorder()
		router.ServeHTTP(response, request)
		if response.Code != http.StatusOK {
			t.Fatalf("%s %s is %d: %s, want %d", method, path, response.Code, response.Body, http.StatusOK)
		}
	}
	manager := shoptest.AddStaff(t, f.db, "MANAGER")
	send(manager, "POST", "/file/upload", "image")
	send(manager, "PUT", "/user/upload-avatar", "avatar")
	send(shoptest.AddShopper(t, f.db), "PUT", "/user/upload-avatar", "avatar")
	uploads, avatars := logOf(t, f, "picture.upload"), logOf(t, f, "avatar.change")
	if len(uploads) != 1 || uploads[0].WhoID != manager || !strings.HasPrefix(uploads[0].Object, "/media/") {
		t.Errorf("the uploads are recorded as %+v, want one by the manager, of a file below /media/", uploads)
	}
	if len(avatars) != 1 || avatars[0].WhoID != manager || !strings.HasPrefix(avatars[0].After, "/media/") {
		t.Errorf("the avatars are recorded as %+v, want only the manager's: a shopper's is no action of staff", avatars)
	}
}
