package setup_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"kirana/internal/account"
	"kirana/internal/audit"
	"kirana/internal/db"
	"kirana/internal/httpapi"
	"kirana/internal/language"
	"kirana/internal/limit"
	"kirana/internal/settings"
	"kirana/internal/setup"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/contracttest"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

// newShop is a shop that is not set up.
type newShop struct {
	http.Handler

	db       *db.DB
	accounts *account.Service
	settings *settings.Service
	audit    *audit.Service
	token    string
}

func open(t *testing.T, d *db.DB) *newShop {
	t.Helper()
	c := shoptest.Clock()
	s := &newShop{db: d, settings: settings.New(d, c, true), audit: audit.New(d, c)}
	s.accounts = account.New(d, c, shoptest.AccountKey(t), account.Rules{PasswordCost: shoptest.PasswordCost})
	router := httpapi.New(httpapi.Options{Version: "test", Log: slog.New(slog.DiscardHandler), Identify: shoptest.IdentifyByUserID(d)})
	options := setup.Options{Limits: limit.New(d, c), Choices: setup.Choices{DemoProducts: 290, DemoCategories: 13}}
	setup.NewHandler(setup.New(s.accounts, s.settings, c), options).Routes(router)
	s.Handler = contracttest.Handler(router)
	s.token = s.start(t)
	return s
}

// start starts the setup as the program does, and returns the token of its link.
func (s *newShop) start(t *testing.T) (token string) {
	t.Helper()
	token, err := s.accounts.OpenSetup(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func (s *newShop) look(t *testing.T, token string) shoptest.Response {
	t.Helper()
	return shoptest.As(s, "").Request(t, "GET", "/setup?token="+token, "")
}

func (s *newShop) setUp(t *testing.T, token, email, rest string) shoptest.Response {
	t.Helper()
	body := fmt.Sprintf(`{"token":%q,"name":"Sunita Joshi","email":%q,"password":"seven mangoes"%s}`, token, email, rest)
	return shoptest.As(s, "").Request(t, "POST", "/setup", body)
}

func (s *newShop) count(t *testing.T, query string) int {
	t.Helper()
	n, err := db.Get[int](t.Context(), s.db, query)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestSetUp_createsOwnerSettingsAndGoodsOnce(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		shop := open(t, d)
		if looked := shop.look(t, shop.token); looked.Status != http.StatusOK || !strings.Contains(string(looked.Bytes), `"demoProducts":290`) {
			t.Fatalf("the setup link: %d %s, want 200 with 290 demo products", looked.Status, looked.Bytes)
		}
		var tokens account.LoginTokens
		shop.setUp(t, shop.token, "sunita@example.in", `,"shop":{"name":"Ganesh Kirana","pincodes":["411004"],"pay":{"cod":false}},"goods":"demo"`).
			Expect(t, http.StatusOK, "Your shop is set up.").Decode(t, &tokens)
		identity, err := shop.accounts.Authenticate(t.Context(), tokens.AccessToken)
		if err != nil || identity.StaffRole != account.Owner || identity.Name != "Sunita Joshi" {
			t.Errorf("logged in as %+v, %v, want the owner Sunita Joshi", identity, err)
		}
		if right, err := shop.accounts.CheckPassword(t.Context(), "sunita@example.in", "seven mangoes"); err != nil || !right {
			t.Errorf("the owner's password is right: %t, %v, want true", right, err)
		}
		stored, err := shop.settings.Get(t.Context())
		if err != nil || stored.Name != "Ganesh Kirana" || stored.Pay.COD || !stored.Pay.UPI || len(stored.Pincodes) != 1 {
			t.Errorf("the settings are %+v, %v, want Ganesh Kirana with UPI, without cash, one pincode", stored, err)
		}
		if jobs := shop.count(t, `SELECT COUNT(*) FROM jobs WHERE kind = 'setup.demo-goods'`); jobs != 1 {
			t.Errorf("%d jobs bring goods, want 1", jobs)
		}
		page, err := shop.audit.List(t.Context(), audit.Filter{Page: 1, Limit: 10})
		if err != nil || page.Total != 4 || page.Records[3].What != "staff.setup" {
			t.Errorf("recorded %+v, %v, want four entries, the first staff.setup", page.Records, err)
		}
		for _, r := range page.Records {
			if r.Who != "Sunita Joshi" || r.Address == "" {
				t.Errorf("recorded %+v, want it by Sunita Joshi with an address", r)
			}
		}
		// The link is invalid, also after a restart.
		shop.look(t, shop.token).Expect(t, http.StatusNotFound, "")
		shop.setUp(t, shop.token, "mallory@example.in", "").Expect(t, http.StatusNotFound, "")
		if again := shop.start(t); again != "" {
			t.Error("a shop with an owner opens its setup")
		}
		if users := shop.count(t, `SELECT COUNT(*) FROM users`); users != 1 {
			t.Errorf("%d users, want 1", users)
		}
	})
}

func TestCheck_refusesAStepAsTheSetupWouldAndStoresNothing(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		shop := open(t, d)
		for step, want := range map[string]string{
			`"name":"Sunita","email":"sunita@example.in","password":"password-123"`:  "password",
			`"name":"Sunita","email":"sunita@a-.in","password":"seven mangoes"`:      "email",
			`"name":"Sunita","email":"sunita@example.in","password":"seven mangoes"`: "",
			`"shop":{"deliveryMinutes":9999999}`:                                     "shop.deliveryMinutes",
			`"shop":{"phone":"call me"}`:                                             "shop.phone",
			`"shop":{"deliveryMinutes":60,"phone":"98220 41873"}`:                    "",
			`"shop":[]`: "shop",
			`"shop":{"legal":{"gst":"REGISTERED","gstin":"27AAA"}}`: "shop.legal.gstin",
		} {
			status := http.StatusOK
			if want != "" {
				status = http.StatusBadRequest
			}
			response := shoptest.As(shop, "").Request(t, "POST", "/setup/check", `{"token":"`+shop.token+`",`+step+`}`)
			response.Expect(t, status, "")
			if want != "" && !strings.Contains(string(response.Bytes), `"field":"`+want+`"`) {
				t.Errorf("%s: %s, want the field %q refused", step, response.Bytes, want)
			}
		}
		shoptest.As(shop, "").Request(t, "POST", "/setup/check", `{"token":"guess"}`).Expect(t, http.StatusNotFound, "")
		shop.setUp(t, shop.token, "sunita@example.in", "").Expect(t, http.StatusOK, "")
	})
}

func TestSetUp_makesItsLanguageTheShopsDefault(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		shop := open(t, d)
		if looked := shop.look(t, shop.token); !strings.Contains(string(looked.Bytes), `"languages":[{"code":"en","name":"English"},{"code":"hi","name":"हिन्दी"}]`) {
			t.Errorf("the setup link is %s, want the languages English and हिन्दी", looked.Bytes)
		}
		plain := shop.Handler
		shop.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			plain.ServeHTTP(w, r.WithContext(language.In(r.Context(), "hi")))
		})
		shop.setUp(t, shop.token, "sunita@example.in", `,"shop":{"name":"गणेश किराना"}`).Expect(t, http.StatusOK, "")
		stored, err := shop.settings.Get(t.Context())
		if err != nil || !slices.Equal(stored.Languages, []string{"hi", "en"}) || stored.Name != "गणेश किराना" {
			t.Errorf("stored the languages %v and the name %q, %v, want %v and %q",
				stored.Languages, stored.Name, err, []string{"hi", "en"}, "गणेश किराना")
		}
	})
}

func TestSetUp_succeedsOnceUnderConcurrency(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		shop := open(t, d)
		statuses := make([]int, 6)
		var racing sync.WaitGroup
		for i := range statuses {
			racing.Go(func() {
				statuses[i] = shop.setUp(t, shop.token, fmt.Sprintf("owner%d@example.in", i), "").Status
			})
		}
		racing.Wait()
		won := 0
		for _, status := range statuses {
			switch status {
			case http.StatusOK:
				won++
			case http.StatusNotFound:
			default:
				t.Errorf("a setup returned %d, want 200 or 404", status)
			}
		}
		if owners := shop.count(t, `SELECT COUNT(*) FROM users WHERE staff_role = 'OWNER'`); won != 1 || owners != 1 {
			t.Errorf("%d won, %d owners, want 1 and 1", won, owners)
		}
	})
}

func TestSetUp_isClosedByAnAdministratorCreatedAtTheConsole(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		shop := open(t, d)
		if _, err := shop.accounts.CreateAdmin(t.Context(), "Asha", "asha@example.in", "seven mangoes"); err != nil {
			t.Fatal(err)
		}
		shop.look(t, shop.token).Expect(t, http.StatusNotFound, "")
		shop.setUp(t, shop.token, "sunita@example.in", "").Expect(t, http.StatusNotFound, "")
		if left := shop.count(t, `SELECT COUNT(*) FROM setup_tokens`); left != 0 {
			t.Error("the link is kept")
		}
		if shop.start(t) != "" {
			t.Error("another start prints a link")
		}
	})
}

func TestSetUp_acceptsOnlyTheLinkOfTheLastStart(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		shop := open(t, d)
		// Shoppers may have registered; the shop still has no owner.
		shoptest.AddShopper(t, d)
		second := shop.start(t)
		shop.look(t, shop.token).Expect(t, http.StatusNotFound,
			"This link is not valid any more: it was used, or the shop was started again and printed a new one.")
		shop.setUp(t, shop.token, "sunita@example.in", "").Expect(t, http.StatusNotFound, "")
		shop.setUp(t, second, "sunita@example.in", "").Expect(t, http.StatusOK, "Your shop is set up.")
	})
}

func TestSetUp_namesTheInvalidFieldAndKeepsTheLink(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		shop := open(t, d)
		for rest, field := range map[string]string{
			`,"shop":{"legal":{"fssai":"12"}}`: "shop.legal.fssai",
			`,"shop":{"pincodes":["4110"]}`:    "shop.pincodes",
			`,"shop":{"name":7}`:               "shop.name",
			`,"shop":[]`:                       "shop",
			`,"goods":"everything"`:            "goods",
		} {
			shop.setUp(t, shop.token, "sunita@example.in", rest).ExpectField(t, field)
		}
		shop.setUp(t, shop.token, "no email", "").ExpectField(t, "email")
		if users := shop.count(t, `SELECT COUNT(*) FROM users`); users != 0 {
			t.Errorf("refusals left %d users, want 0", users)
		}
		shop.setUp(t, shop.token, "sunita@example.in", `,"goods":"empty"`).Expect(t, http.StatusOK, "Your shop is set up.")
		if jobs := shop.count(t, `SELECT COUNT(*) FROM jobs`); jobs != 0 {
			t.Errorf("the empty catalog was added with %d jobs, want 0", jobs)
		}
	})
}

func TestSetUp_limitsAttemptsOfAnAddress(t *testing.T) {
	t.Parallel()
	shop := open(t, shoptest.SQLite(t))
	for range 20 {
		shop.look(t, "guess").Expect(t, http.StatusNotFound, "")
	}
	if refused := shop.look(t, shop.token); refused.Status != http.StatusTooManyRequests {
		t.Errorf("after 20 guesses: %d, want %d", refused.Status, http.StatusTooManyRequests)
	}
	if refused := shop.setUp(t, shop.token, "sunita@example.in", ""); refused.Status != http.StatusTooManyRequests {
		t.Errorf("after 20 guesses: %d, want %d", refused.Status, http.StatusTooManyRequests)
	}
}
