package config_test

import (
	"net/netip"
	"strings"
	"testing"

	"kirana/internal/config"
)

func TestPublic_isTheAddressAsShoppersTypeIt(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"": "http://127.0.0.1:8080", "https://shop.example": "https://shop.example", "https://shop.example/": "https://shop.example",
		"https://shop.example//": "https://shop.example",
	} {
		if got := (config.Serve{Addr: "127.0.0.1:8080", PublicURL: given}).Public(); got != want {
			t.Errorf("%q is shown as %q, want %q", given, got, want)
		}
	}
}

func TestCheck_findsWhatCannotWorkAndTellsNoSecret(t *testing.T) {
	t.Parallel()
	with := func(databaseURL string) config.Serve {
		return config.Serve{Storage: config.Storage{DatabaseURL: databaseURL}}
	}
	for _, good := range []config.Serve{
		{},
		{PublicURL: "http://shop.example"},
		with("postgres://u:p@db/kirana"), with("postgresql:///kirana?host=/run"),
		{TrustedProxies: []string{"10.0.0.0/8", " ::1", ""}},
	} {
		if err := good.Check(); err != nil {
			t.Errorf("%+v: %v", good, err)
		}
	}
	for _, c := range []struct {
		settings config.Serve
		says     string
	}{
		{config.Serve{PublicURL: "shop.example"}, "KIRANA_PUBLIC_URL"},
		{config.Serve{PublicURL: "ftp://shop.example"}, "KIRANA_PUBLIC_URL"},
		{config.Serve{PublicURL: "https://"}, "KIRANA_PUBLIC_URL"},
		{config.Serve{PublicURL: "http://a b"}, "KIRANA_PUBLIC_URL"},
		{with("mysql://u:secret@db/kirana"), "KIRANA_DATABASE_URL"},
		{with("host=db password=secret"), "KIRANA_DATABASE_URL"},
		{config.Serve{TrustedProxies: []string{"10.0.0.0/33"}}, "KIRANA_TRUSTED_PROXIES"},
		{config.Serve{TrustedProxies: []string{"*"}}, "KIRANA_TRUSTED_PROXIES"},
	} {
		err := c.settings.Check()
		if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%+v: %v, want a sentence about %s", c.settings, err, c.says)
		}
	}
}

func TestProxies_areAddressesAndNetworks(t *testing.T) {
	t.Parallel()
	networks, err := config.Serve{TrustedProxies: []string{"10.0.0.0/8", " 192.0.2.7 ", "", "fd00::/8"}}.Proxies()
	want := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("192.0.2.7/32"), netip.MustParsePrefix("fd00::/8")}
	if err != nil || len(networks) != len(want) {
		t.Fatalf("are %v: %v", networks, err)
	}
	for i := range want {
		if networks[i] != want[i] {
			t.Errorf("%v is read as %v", want[i], networks[i])
		}
	}
}
