package config_test

import (
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"kirana/internal/config"
)

func TestPublicAddress_isTheAddressAsShoppersTypeIt(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"": "http://127.0.0.1:8080", "https://shop.example": "https://shop.example", "https://shop.example/": "https://shop.example",
		"https://shop.example//": "https://shop.example",
	} {
		settings, err := config.Flags{Addr: "127.0.0.1:8080", PublicURL: given}.Parse()
		if err != nil {
			t.Fatal(err)
		}
		if got := settings.PublicAddress(&net.TCPAddr{Port: 8080}); got != want {
			t.Errorf("%q is shown as %q, want %q", given, got, want)
		}
	}
}

func TestParse_refusesInvalidSettingsWithoutPrintingSecrets(t *testing.T) {
	t.Parallel()
	with := func(databaseURL string) config.Flags {
		return config.Flags{Storage: config.Storage{DatabaseURL: databaseURL}}
	}
	for _, good := range []config.Flags{
		{},
		{PublicURL: "http://shop.example"},
		with("postgres://u:p@db/kirana"), with("postgresql:///kirana?host=/run"),
		{TrustedProxies: []string{"10.0.0.0/8", " ::1", ""}},
	} {
		if _, err := good.Parse(); err != nil {
			t.Errorf("parse %+v: %v", good, err)
		}
	}
	for _, c := range []struct {
		settings config.Flags
		says     string
	}{
		{config.Flags{PublicURL: "shop.example"}, "KIRANA_PUBLIC_URL"},
		{config.Flags{APIURL: "api.example"}, "KIRANA_API_URL"},
		{config.Flags{PublicURL: "ftp://shop.example"}, "KIRANA_PUBLIC_URL"},
		{config.Flags{PublicURL: "https://"}, "KIRANA_PUBLIC_URL"},
		{config.Flags{PublicURL: "http://a b"}, "KIRANA_PUBLIC_URL"},
		{with("mysql://u:secret@db/kirana"), "KIRANA_DATABASE_URL"},
		{with("host=db password=secret"), "KIRANA_DATABASE_URL"},
		{config.Flags{TLSDomain: []string{"localhost"}}, "KIRANA_TLS_DOMAIN"},
		{config.Flags{TLSDomain: []string{"https://shop.example"}}, "KIRANA_TLS_DOMAIN"},
		{config.Flags{TLSDomain: []string{"10.0.0.7"}}, "KIRANA_TLS_DOMAIN"},
		{config.Flags{TLSDomain: []string{"shop.example"}, ACMEURL: "http://acme.example"}, "KIRANA_ACME_URL"},
		{config.Flags{ACMEEmail: "Asha <asha@example.com>"}, "KIRANA_ACME_EMAIL"},
		{config.Flags{ACMEEmail: "आशा@example.com"}, "KIRANA_ACME_EMAIL"},
		{config.Flags{OpsAddr: "127.0.0.1:9090", Addr: "127.0.0.1:9090"}, "KIRANA_OPS_ADDR"},
		{config.Flags{TrustedProxies: []string{"10.0.0.0/33"}}, "KIRANA_TRUSTED_PROXIES"},
		{config.Flags{TrustedProxies: []string{"*"}}, "KIRANA_TRUSTED_PROXIES"},
		{config.Flags{Drain: time.Hour}, "KIRANA_DRAIN"},
		{config.Flags{TracesURL: "collector:4318"}, "OTEL_EXPORTER_OTLP_ENDPOINT"},
	} {
		_, err := c.settings.Parse()
		if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%+v: %v, want a sentence about %s", c.settings, err, c.says)
		}
	}
}

func TestParse_makesTheFirstDomainThePublicAddress(t *testing.T) {
	t.Parallel()
	settings, err := config.Flags{TLSDomain: []string{" Shop.Example", "www.shop.example", ""}}.Parse()
	if err != nil || !slices.Equal(settings.TLS.Domains, []string{"shop.example", "www.shop.example"}) || settings.PublicURL != "https://shop.example" || !settings.HTTPS {
		t.Errorf("the settings are %+v, %v, want both domains, HTTPS and the first's public URL", settings, err)
	}
}

func TestParse_readsProxiesAsAddressesAndNetworks(t *testing.T) {
	t.Parallel()
	settings, err := config.Flags{TrustedProxies: []string{"10.0.0.0/8", " 192.0.2.7 ", "", "fd00::/8"}}.Parse()
	networks := settings.TrustedProxies
	want := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("192.0.2.7/32"), netip.MustParsePrefix("fd00::/8")}
	if err != nil || len(networks) != len(want) {
		t.Fatalf("the trusted proxies are %v, %v, want %v", networks, err, want)
	}
	for i := range want {
		if networks[i] != want[i] {
			t.Errorf("the trusted proxy %d is %v, want %v", i, networks[i], want[i])
		}
	}
}

func TestPublicAddress_hasTheActualPort(t *testing.T) {
	t.Parallel()
	for addr, want := range map[string]string{
		":0": "http://127.0.0.1:4711", "0.0.0.0:0": "http://127.0.0.1:4711", "[::]:0": "http://127.0.0.1:4711", "shop.local:0": "http://shop.local:4711",
	} {
		settings, err := config.Flags{Addr: addr}.Parse()
		if err != nil {
			t.Fatal(err)
		}
		if got := settings.PublicAddress(&net.TCPAddr{Port: 4711}); got != want {
			t.Errorf("%s is shown as %s, want %s", addr, got, want)
		}
	}
}

func TestWarnings_nameTestPaymentsAndAnInvalidKey(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		flags config.Flags
		want  string
	}{
		{config.Flags{}, ""},
		{config.Flags{TestPay: "on"}, "test payments are switched on"},
		{config.Flags{Demo: true, TestPay: "on"}, ""},
		{config.Flags{StripeSecretKey: "nope"}, "KIRANA_STRIPE_SECRET_KEY"},
		{config.Flags{StripeSecretKey: "pk_live_51H"}, "KIRANA_STRIPE_SECRET_KEY"},
		{config.Flags{StripeSecretKey: "sk_live_51H"}, ""},
		{config.Flags{StripeSecretKey: "rk_test_51H"}, ""},
	} {
		parsed, err := c.flags.Parse()
		if err != nil {
			t.Fatal(err)
		}
		warnings := parsed.Warnings()
		if len(warnings) > 1 || (len(warnings) == 0) != (c.want == "") || (c.want != "" && !strings.Contains(warnings[0].Text, c.want)) {
			t.Errorf("%+v: %v, want %q", c.flags, warnings, c.want)
		}
		if strings.Contains(fmt.Sprint(warnings), "nope") {
			t.Error("repeats the key")
		}
	}
}
