package token_test

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/shoptest"
	"kirana/internal/token"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

func TestToken_isShownOnceAndStoredAsAHash(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := shoptest.Clock()
		owner := shoptest.AddAdministrator(t, d)
		tokens := token.New(d, c, false)
		_, secret, err := tokens.Create(t.Context(), token.NewToken{UserID: owner, Name: "Counter", Scope: httpapi.ScopeCatalog})
		if err != nil || !strings.HasPrefix(secret, "kt_") || len(secret) < 40 {
			t.Fatalf("created the secret %q, %v, want kt_ and at least 40 letters", secret, err)
		}
		stored, err := db.All[string](t.Context(), d, `SELECT id || name || scope || hash FROM program_tokens`)
		if err != nil || len(stored) != 1 || strings.Contains(stored[0], secret) || strings.Contains(stored[0], secret[3:20]) {
			t.Errorf("stored %q, %v, want one token without its secret", stored, err)
		}
		caller, err := tokens.Identify(t.Context(), secret)
		if err != nil || caller.Name != "Counter" || caller.Scope != httpapi.ScopeCatalog || caller.UserID == owner || caller.StaffRole == httpapi.RoleOwner {
			t.Errorf("identified %+v, %v, want Counter with its scope, not the owner", caller, err)
		}
		for _, other := range []string{"kt_", secret + "x", strings.ToUpper(secret), strings.TrimPrefix(secret, "kt_")} {
			if _, err := tokens.Identify(t.Context(), other); !fault.Is(err, fault.Unauthenticated) {
				t.Errorf("identify %q: %v, want it unauthenticated", other, err)
			}
		}
		listed, err := tokens.List(t.Context())
		if err != nil || len(listed) != 1 || listed[0].LastUsedAt == nil || !listed[0].LastUsedAt.Equal(c.Now()) || listed[0].MadeBy != "Asha Deshmukh" || !listed[0].Active {
			t.Errorf("listed %+v, %v, want one active token by Asha Deshmukh, used now", listed, err)
		}
	})
}

func TestToken_endsWhenItExpiresOrIsRemoved(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := shoptest.Clock()
		owner := shoptest.AddAdministrator(t, d)
		tokens, otherNode := token.New(d, c, false), token.New(d, c, false)
		expires := c.Now().Add(time.Hour)
		short, shortSecret, err := tokens.Create(t.Context(), token.NewToken{UserID: owner, Name: "Short", Scope: httpapi.ScopeRead, ExpiresAt: &expires})
		if err != nil {
			t.Fatal(err)
		}
		long, longSecret, err := tokens.Create(t.Context(), token.NewToken{UserID: owner, Name: "Long", Scope: httpapi.ScopeRead})
		if err != nil {
			t.Fatal(err)
		}
		identified := func(secret string) bool {
			_, err := otherNode.Identify(t.Context(), secret)
			if err != nil && !fault.Is(err, fault.Unauthenticated) {
				t.Error(err)
			}
			return err == nil
		}
		if !identified(shortSecret) || !identified(longSecret) {
			t.Error("a new token is refused")
		}
		c.Advance(time.Hour)
		if identified(shortSecret) || !identified(longSecret) {
			t.Error("expiry ends the wrong token")
		}
		if err := tokens.Remove(t.Context(), long.ID); err != nil || identified(longSecret) {
			t.Errorf("remove the token: %v, or another node still accepts it", err)
		}
		if err := tokens.Remove(t.Context(), long.ID); !fault.Is(err, fault.NotFound) {
			t.Errorf("remove the token twice: %v, want not found", err)
		}
		if listed, err := tokens.List(t.Context()); err != nil || len(listed) != 1 || listed[0].ID != short.ID || listed[0].Active {
			t.Errorf("listed %+v, %v, want the expired token alone", listed, err)
		}
		past := c.Now()
		if _, _, err := tokens.Create(t.Context(), token.NewToken{UserID: owner, Name: "Late", Scope: httpapi.ScopeRead, ExpiresAt: &past}); !fault.Is(err, fault.Invalid) {
			t.Errorf("create a token that has expired: %v, want it invalid", err)
		}
	})
}

func TestToken_hasAQuotaOfItsOwn(t *testing.T) {
	t.Parallel()
	d, c := shoptest.SQLite(t), shoptest.Clock()
	owner := shoptest.AddAdministrator(t, d)
	tokens := token.New(d, c, false)
	secrets := map[string]string{}
	for _, name := range []string{"busy", "quiet"} {
		_, secret, err := tokens.Create(t.Context(), token.NewToken{UserID: owner, Name: name, Scope: httpapi.ScopeRead})
		if err != nil {
			t.Fatal(err)
		}
		secrets[name] = secret
	}
	router := httpapi.New(httpapi.Options{Log: slog.New(slog.DiscardHandler), Identify: tokens.Identify})
	httpapi.Handle(router, httpapi.Route{Method: "GET", Path: "/thing", Access: httpapi.Owner, Scope: httpapi.ScopeRead}, func(context.Context, *struct{}) (string, error) { return "", nil })
	call := func(name string) shoptest.Response {
		return shoptest.As(router, secrets[name]).Request(t, "GET", "/thing", "")
	}
	for n := range 600 {
		if response := call("busy"); response.Status != http.StatusOK {
			t.Fatalf("call %d: %d %s, want %d", n+1, response.Status, response.Bytes, http.StatusOK)
		}
	}
	refused := call("busy")
	if refused.Status != http.StatusTooManyRequests || refused.Header.Get("RateLimit-Remaining") != "0" || refused.Header.Get("RateLimit-Limit") != "600" || refused.Header.Get("Retry-After") != "61" {
		t.Errorf("one call too many: %d %v, want 429 with 0 of 600 remaining, to retry after 61 s", refused.Status, refused.Header)
	}
	if other := call("quiet"); other.Status != http.StatusOK || other.Header.Get("RateLimit-Remaining") != "599" || other.Header.Get("RateLimit-Reset") != "60" {
		t.Errorf("a call of another token: %d %v, want 200 with 599 remaining", other.Status, other.Header)
	}
	c.Advance(time.Minute)
	if again := call("busy"); again.Status != http.StatusOK {
		t.Errorf("a minute later: %d %s, want %d", again.Status, again.Bytes, http.StatusOK)
	}
}

func TestTokens_refuseAnExpiryThatJSONCannotEncode(t *testing.T) {
	t.Parallel()
	d := shoptest.SQLite(t)
	router := httpapi.New(httpapi.Options{Version: "test", Log: slog.New(slog.DiscardHandler), Identify: shoptest.IdentifyByUserID(d)})
	confirm := func(context.Context, string) error { return nil }
	(&token.Handler{Tokens: token.New(d, shoptest.Clock(), false), Confirm: confirm}).Routes(router)
	owner := shoptest.As(router, shoptest.AddStaff(t, d, "OWNER"))
	owner.Request(t, "POST", "/tokens", `{"name":"Counter","scope":"READ","expiresAt":"9999-12-31T23:59:59-05:30"}`).ExpectField(t, "expiresAt")
	owner.Request(t, "GET", "/tokens", "").Expect(t, http.StatusOK, "")
}
