package db

import (
	"testing"
)

func TestParsePostgres_requiresTLSToOtherMachinesUnlessTheURLSetsSSLMode(t *testing.T) {
	for url, plain := range map[string]bool{
		"postgres://kirana:secret@db.example.com/kirana":                 false,
		"postgres://kirana:secret@10.0.0.7,10.0.0.8/kirana":              false,
		"postgres://kirana@127.0.0.1/kirana":                             true,
		"postgres://kirana@localhost/kirana":                             true,
		"postgres:///kirana?host=/run/postgresql":                        true,
		"postgres://kirana@db.example.com/kirana?sslmode=disable":        true,
		"postgres://kirana@db.example.com/kirana?sslmode=prefer":         true,
		"postgres://kirana@db.example.com/kirana?sslmode=verify-full":    false,
		"postgres://kirana:p%40ss@h1.example.com,h2.example.com/kirana":  false,
		"postgres://kirana@h1.example.com:5432,h2.example.com:5433/shop": false,
	} {
		t.Setenv("PGSSLMODE", "")
		config, err := parsePostgres(url)
		if err != nil {
			t.Errorf("parse %s: %v", url, err)
			continue
		}
		allows := config.TLSConfig == nil
		for _, fallback := range config.Fallbacks {
			allows = allows || fallback.TLSConfig == nil
		}
		if allows != plain {
			t.Errorf("%s allows a connection without TLS: %v, want %v", url, allows, plain)
		}
		if config.RuntimeParams["statement_timeout"] == "" || config.ConnectTimeout == 0 {
			t.Errorf("%s has no statement_timeout or connect timeout", url)
		}
	}
}

func TestParsePostgres_usesTheWritableHost(t *testing.T) {
	t.Parallel()
	for url, checks := range map[string]bool{
		"postgres://kirana@h1,h2/kirana": true, "postgres://kirana@h1:5432,h1:5433/kirana": true, "postgres://kirana@h1/kirana": false,
		"postgres://kirana@h1,h2/kirana?target_session_attrs=any": false,
	} {
		config, err := parsePostgres(url)
		if err != nil || (config.ValidateConnect != nil) != checks {
			t.Errorf("%s checks whether a host can be written: %t, %v, want %t",
				url, config != nil && config.ValidateConnect != nil, err, checks)
		}
	}
}

func TestParsePostgres_repeatsNoPassword(t *testing.T) {
	t.Parallel()
	if _, err := parsePostgres("postgres://kirana:secret@h:port:x/%zz"); err == nil || err.Error() != "KIRANA_DATABASE_URL is not a postgres:// URL" {
		t.Errorf("parse a malformed URL with a password: %v, want it refused without the URL", err)
	}
}
