package testshop_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/testshop"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

// scripts are the zeros of the digits of scripts in and near India, and of full-width and bold digits.
var scripts = []rune{'0', '०', '০', '੦', '૦', '୦', '௦', '౦', '೦', '൦', '٠', '۰', '꯰', '᱐', '༠', '၀', '᥆', '０', '𝟎', '𑓐'}

// inScripts returns a number in each of the scripts.
func inScripts(number string) []string {
	texts := make([]string, len(scripts))
	for i, zero := range scripts {
		texts[i] = strings.Map(func(r rune) rune {
			if r < '0' || r > '9' {
				return r
			}
			return zero + r - '0'
		}, number)
	}
	return texts
}

func mobiles() []string {
	texts := []string{
		"+91 98765 43210", "+919876543210", "91 98765-43210", "0091 9876543210", "09876543210", "(0) 98765.43210", "+91 (0) 98765 43210", "98765\u00a043210",
		"9876543210\u200b", "\ufeff9876543210", "\u202a+91 98765 43210\u202c", "98765\u201343210", " 9876543210 ", "9 8 7 6 5 4 3 2 1 0", "＋91 98765 43210",
		"98765\u200a43210", "98765\u2060 43210", "+91-98765-43210", "+91.98765.43210",
	}
	texts = append(texts, inScripts("9876543210")...)
	for _, text := range inScripts("91 98765 43210") {
		texts = append(texts, "+"+text)
	}
	return append(texts, inScripts("09876543210")[1:]...)
}

func pincodes() []string {
	texts := []string{
		"400 001", "400-001", "PIN 400 001", "Pin code: 400001", "400\u00a0001", "400001\u200b", "\ufeff400001", " 400001. ", "4 0 0 0 0 1", "पिन ४०० ००१", "PIN-400001", "400\u2013001",
		"P.O. 400001", "(400001)", "400\u2009001", "\u202a400001\u202c", "४०० ००१", "400 001,", "PINCODE 400001", "pin:400001",
	}
	texts = append(texts, inScripts("400001")...)
	return append(texts, inScripts("400 001")...)
}

// emails are forms of asha@münchen.example.
func emails() []string {
	var texts []string
	for _, local := range []string{"asha", "ASHA", "Asha", " asha", "as\u200bha", "\ufeffasha", "a\u00adsha"} {
		for _, domain := range []string{
			"münchen.example", "mu\u0308nchen.example", "xn--mnchen-3ya.example", "MÜNCHEN.example", "XN--MNCHEN-3YA.EXAMPLE", "MU\u0308NCHEN.EXAMPLE", "münchen.example ", "mün\u200bchen.example", "münchen\u3002example",
		} {
			texts = append(texts, local+"@"+domain)
		}
	}
	return texts
}

// undeliverable are addresses that are invalid, or to which not every mail server delivers.
var undeliverable = []string{
	"x@[127.0.0.1]", "a@127.0.0.1", "x@[IPv6:::1]", "a@-b.cc", "a@b-.cc", "a@b..cc", "a@.cc", "a@b.cc.", "a@b", "a@b.c", "a@b.123", "a b@example.com", "Asha <a@example.com>", `"a b"@example.com`,
	"@example.com", "a@", "a", ".a@example.com", "a..b@example.com", "राम@example.com", "é@example.com", "e\u0301@example.com", "ａ@example.com", "a@xn--a.example", "a@b_c.dd", "a,b@example.com", "a@b@example.com",
}

// otherMobile is a mobile number that is not in mobiles.
const otherMobile = "9000000000"

func quote(text string) string {
	quoted, _ := json.Marshal(text)
	return string(quoted)
}

// saved makes a call and returns a stored field.
func saved(t *testing.T, c shoptest.Client, method, path, body, field string) string {
	t.Helper()
	var stored map[string]any
	c.Request(t, method, path, body).Expect(t, http.StatusOK, "").Decode(t, &stored)
	text, _ := stored[field].(string)
	return text
}

func TestCalls_acceptEveryFormOfAMobile(t *testing.T) {
	t.Parallel()
	d := shoptest.SQLite(t)
	s := testshop.New(t, d)
	owner, shopper := shoptest.As(s, shoptest.AddAdministrator(t, d)), shoptest.AddShopper(t, d)
	address, person := shoptest.AddAddress(t, d, shopper), shoptest.As(s, shopper)
	owner.Request(t, "POST", "/suppliers", `{"name":"Mandi"}`).Expect(t, http.StatusCreated, "")
	supplier := get(t, d, `SELECT id FROM suppliers`)
	for _, mobile := range []string{"9876543210", otherMobile} {
		owner.Request(t, "POST", "/customers", `{"name":"Known by `+mobile+`","mobile":"`+mobile+`"}`).Expect(t, http.StatusCreated, "")
	}
	knownBy := func(path string) string {
		if reply := owner.Request(t, "GET", path, ""); strings.Contains(string(reply.Data), "Known by 9876543210") {
			return "9876543210"
		}
		return ""
	}
	// Each call returns the mobile number that it understood.
	calls := map[string]func(text string) string{
		"account": func(text string) string {
			return saved(t, person, "PUT", "/user/update-user", `{"mobile":`+quote(text)+`}`, "mobile")
		},
		"address": func(text string) string {
			return saved(t, person, "PUT", "/address/update", addressForm(address, "411001", text), "mobile")
		},
		"supplier": func(text string) string {
			return saved(t, owner, "PUT", "/suppliers/"+supplier, `{"mobile":`+quote(text)+`}`, "mobile")
		},
		"customer": func(text string) string {
			return strings.TrimPrefix(saved(t, owner, "POST", "/customers", `{"mobile":`+quote(text)+`}`, "name"), "Known by ")
		},
		"filter": func(text string) string { return knownBy("/customers?mobile=" + url.QueryEscape(text)) },
		"search": func(text string) string { return knownBy("/customers?q=" + url.QueryEscape(text)) },
		"bills": func(text string) string {
			owner.Request(t, "GET", "/bills?mobile="+url.QueryEscape(text), "").Expect(t, http.StatusOK, "")
			return "9876543210" // there are no bills: the test sees only whether the text is refused
		},
	}
	for i, text := range mobiles() {
		for k, name := range slices.Sorted(maps.Keys(calls)) {
			if (i+k)%4 > 0 {
				continue // test each call with a quarter of the forms
			}
			calls[name](otherMobile)
			if got := calls[name](text); got != "9876543210" {
				t.Errorf("%s: %+q is %+q, want 9876543210", name, text, got)
			}
		}
		s.Clock.Advance(time.Hour) // past the limits of one account
	}
	for _, text := range []string{"987654321", "98765432101", "+1 9876543210", "98765x43210", "९८७६५"} {
		person.Request(t, "PUT", "/user/update-user", `{"mobile":`+quote(text)+`}`).ExpectField(t, "mobile")
		owner.Request(t, "POST", "/customers", `{"name":"X","mobile":`+quote(text)+`}`).ExpectField(t, "mobile")
		owner.Request(t, "GET", "/bills?mobile="+url.QueryEscape(text), "").ExpectField(t, "mobile")
	}
}

func TestCalls_acceptEveryFormOfAPincode(t *testing.T) {
	t.Parallel()
	d := shoptest.SQLite(t)
	s := testshop.New(t, d)
	shopper := shoptest.AddShopper(t, d)
	address, person := shoptest.AddAddress(t, d, shopper), shoptest.As(s, shopper)
	for _, text := range pincodes() {
		for _, form := range []struct{ text, want string }{{"411001", "411001"}, {text, "400001"}} {
			if got := saved(t, person, "PUT", "/address/update", addressForm(address, form.text, otherMobile), "pincode"); got != form.want {
				t.Errorf("%+q is stored as %+q, want %+q", form.text, got, form.want)
			}
		}
		s.Clock.Advance(time.Hour)
	}
}

func TestCalls_acceptEveryFormOfAnEmail(t *testing.T) {
	t.Parallel()
	d := shoptest.SQLite(t)
	s := testshop.New(t, d)
	owner, stranger := shoptest.As(s, shoptest.AddAdministrator(t, d)), shoptest.As(s, "")
	register := func(email string) shoptest.Response {
		s.Clock.Advance(time.Hour) // past the limits of one network
		return stranger.Request(t, "POST", "/user/register", `{"name":"Asha","email":`+quote(email)+`,"password":"p\u00e1ssw\u00f6rd of Asha"}`)
	}
	register("asha@MÜNCHEN.example").Expect(t, http.StatusCreated, "")
	if got := get(t, d, `SELECT email FROM users WHERE name = 'Asha'`); got != "asha@münchen.example" {
		t.Errorf("the email is stored as %+q, want it in lower case", got)
	}
	for i, text := range emails() {
		password := []string{"p\u00e1ssw\u00f6rd of Asha", "pa\u0301sswo\u0308rd of Asha"}[i%2]
		stranger.Request(t, "POST", "/user/login", `{"email":`+quote(text)+`,"password":`+quote(password)+`}`).Expect(t, http.StatusOK, "")
		if i%2 > 0 {
			register(text).Expect(t, http.StatusConflict, "")
		} else if reply := owner.Request(t, "GET", "/customers?q="+url.QueryEscape(text), ""); !strings.Contains(string(reply.Data), "Asha") {
			t.Errorf("a search for %+q finds %s, want Asha", text, reply.Data)
		}
	}
	for _, text := range undeliverable {
		register(text).ExpectField(t, "email")
	}
	if n := get(t, d, `SELECT CAST(COUNT(*) AS TEXT) FROM users`); n != "2" {
		t.Errorf("there are %s people, want 2", n)
	}
}

func addressForm(address, pincode, mobile string) string {
	return fmt.Sprintf(`{"_id":%q,"address_line":"12 Lake Road","city":"Pune","state":"Maharashtra","country":"India","pincode":%s,"mobile":%s}`, address, quote(pincode), quote(mobile))
}

func get(t *testing.T, d *db.DB, statement string) string {
	t.Helper()
	text, err := db.Get[string](t.Context(), d, statement)
	if err != nil {
		t.Fatal(statement, err)
	}
	return text
}
