package httpapi_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"kirana/internal/httpapi"
	"kirana/internal/shoptest"
)

// parcel is a form with a field of every kind.
type parcel struct {
	Name        httpapi.Text   `json:"name" minLength:"2" maxLength:"5"`
	Secret      httpapi.Text   `json:"secret,omitempty" maxLength:"4" trim:"no"`
	Pieces      httpapi.Int    `json:"pieces,omitempty" minimum:"1" maximum:"99"`
	Price       httpapi.Rupees `json:"price,omitempty" above:"0"`
	Off         httpapi.Rupees `json:"off,omitempty"`
	SubCategory httpapi.Ref    `json:"subCategory,omitempty" label:"Sub-category"`
	Fresh       httpapi.Flag   `json:"fresh,omitempty"`
	Tags        []httpapi.Text `json:"tags,omitempty" maxItems:"3" maxLength:"3" unit:"tags" each:"A tag"`
	Lines       []line         `json:"lines,omitempty" minItems:"0" maxItems:"2"`
	To          *place         `json:"to,omitempty"`
	Note        httpapi.Text   `json:"note,omitempty" lines:"several"`
	Shops       []httpapi.Ref  `json:"nearShops,omitempty"`
}

type line struct {
	Quantity httpapi.Int `json:"quantity" minimum:"1"`
}

type place struct {
	PinCode httpapi.Text `json:"pin_code"`
}

// receivedParcel is the parcel as the call received it.
type receivedParcel struct {
	Name, Secret, SubCategory  string
	Pieces                     int
	PiecesSet, PriceSet        bool
	Price, Off                 int64
	Fresh, FreshSet            bool
	Tags, PinCodes             []string
	Quantities                 []int
	SubCategorySet, SecretSent bool
}

func parcels() http.Handler {
	r := newRouter(quiet())
	parcelsTo(r)
	return r
}

type crate struct {
	Lines []line `json:"lines"`
}

func crates(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{Method: "POST", Path: "/crate/send", Access: httpapi.Public}, func(_ context.Context, in *struct{ Body httpapi.Form[crate] }) (int, error) {
		return len(in.Body.Value.Lines), nil
	})
}

// parcelsTo registers a call that takes parcels up to the size of an order.
func parcelsTo(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{Method: "POST", Path: "/parcel/send", Access: httpapi.Public, MaxBody: httpapi.CheckoutBody}, func(_ context.Context, in *struct{ Body httpapi.Form[parcel] }) (receivedParcel, error) {
		p := in.Body.Value
		u := receivedParcel{
			Name: p.Name.Value, Secret: p.Secret.Value, SubCategory: p.SubCategory.Value, Pieces: p.Pieces.Value, PiecesSet: p.Pieces.Set, PriceSet: p.Price.Set,
			Price: int64(p.Price.Value), Off: int64(p.Off.Value), Fresh: p.Fresh.Value, FreshSet: p.Fresh.Set, SubCategorySet: p.SubCategory.Set, SecretSent: p.Secret.Set,
		}
		for _, tag := range p.Tags {
			u.Tags = append(u.Tags, tag.Value)
		}
		for _, l := range p.Lines {
			u.Quantities = append(u.Quantities, l.Quantity.Value)
		}
		if p.To != nil {
			u.PinCodes = []string{p.To.PinCode.Value}
		}
		return u, nil
	})
}

func unpack(t *testing.T, fields string) receivedParcel {
	t.Helper()
	var u receivedParcel
	body := `{"name":"Atta"` + fields + `}`
	shoptest.As(parcels(), "").Request(t, "POST", "/parcel/send", body).Expect(t, http.StatusOK, "").Decode(t, &u)
	return u
}

func TestForm_countsLengthsInCharactersAfterTrimming(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"आटा", "  दूध \n", "éééé", "12345"} {
		var u receivedParcel
		shoptest.As(parcels(), "").Request(t, "POST", "/parcel/send", `{"name":"`+strings.ReplaceAll(name, "\n", `\n`)+`"}`).Expect(t, http.StatusOK, "").Decode(t, &u)
		if u.Name != strings.TrimSpace(name) {
			t.Errorf("took the name as %q, want %q", u.Name, strings.TrimSpace(name))
		}
	}
	if u := unpack(t, `,"secret":" ab "`); u.Secret != " ab " {
		t.Errorf("trimmed what must not be trimmed to %q, want %q", u.Secret, " ab ")
	}
}

func TestForm_refusesEachWrongFieldWithASentence(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{}`:                                         "name: Name is required.",
		`{"name":null}`:                              "name: Name is required.",
		`{"name":"   "}`:                             "name: Name is required.",
		`{"name":"ट"}`:                               "name: Name must have at least 2 characters.",
		`{"name":"टटटटटट"}`:                          "name: Name can have at most 5 characters.",
		`{"name":true}`:                              "name: Name must be text.",
		`{"name":["Atta"]}`:                          "name: Name must be text.",
		`{"name":"Atta","secret":"     "}`:           "secret: Secret can have at most 4 characters.",
		`{"name":"Atta","pieces":0}`:                 "pieces: Pieces must be at least 1.",
		`{"name":"Atta","pieces":"100"}`:             "pieces: Pieces can be at most 99.",
		`{"name":"Atta","pieces":2.5}`:               "pieces: Pieces must be a whole number.",
		`{"name":"Atta","pieces":25e-1}`:             "pieces: Pieces must be a whole number.",
		`{"name":"Atta","pieces":1e99}`:              "pieces: Pieces must be a whole number.",
		`{"name":"Atta","pieces":"1e1"}`:             "pieces: Pieces must be a whole number.",
		`{"name":"Atta","pieces":"two"}`:             "pieces: Pieces must be a whole number.",
		`{"name":"Atta","pieces":3.}`:                "",
		`{"name":"Atta","pieces":99999999999}`:       "pieces: Pieces must be a whole number.",
		`{"name":"Atta","price":0}`:                  "price: Price must be more than 0.",
		`{"name":"Atta","price":-1}`:                 "price: Price must be an amount in rupees from 0 to ₹1,00,00,000, with at most two decimals.",
		`{"name":"Atta","price":"1.234"}`:            "price: Price must be an amount in rupees from 0 to ₹1,00,00,000, with at most two decimals.",
		`{"name":"Atta","price":"1e2"}`:              "price: Price must be an amount in rupees from 0 to ₹1,00,00,000, with at most two decimals.",
		`{"name":"Atta","price":{}}`:                 "price: Price must be an amount in rupees from 0 to ₹1,00,00,000, with at most two decimals.",
		`{"name":"Atta","subCategory":"short"}`:      "subCategory: Sub-category is not a valid id.",
		`{"name":"Atta","subCategory":{"name":"x"}}`: "subCategory: Sub-category is not a valid id.",
		`{"name":"Atta","subCategory":{"_id":7}}`:    "subCategory: Sub-category is not a valid id.",
		`{"name":"Atta","subCategory":123456789012}`: "subCategory: Sub-category is not a valid id.",
		`{"name":"Atta","fresh":"yes"}`:              "fresh: Fresh must be true or false.",
		`{"name":"Atta","fresh":1}`:                  "fresh: Fresh must be true or false.",
		`{"name":"Atta","tags":"abc"}`:               "tags: Tags must be a list.",
		`{"name":"Atta","tags":["a","long"]}`:        "tags[1]: A tag can have at most 3 characters.",
		`{"name":"Atta","tags":["","","",""]}`:       "tags: Tags can have at most 3 tags.",
		`{"name":"Atta","lines":[{},{}]}`:            "lines[0].quantity: Quantity is required.",
		`{"name":"Atta","lines":[{},{},{}]}`:         "lines: Lines can have at most 2 items.",
		`{"name":"Atta","to":{}}`:                    "to.pin_code: Pin code is required.",
		`{"name":"Atta","to":{"pin_code":[1]}}`:      "to.pin_code: Pin code must be text.",
		`{"name":"Atta","lines":[7]}`:                "lines: Lines has an entry that cannot be used.",
		`{"name":"Atta","to":"home"}`:                "to: To must be an object with fields.",
		`{"name":"Atta","nearShops":[1]}`:            "nearShops[0]: Near shops is not a valid id.",
		`{"name":"Atta","nearShops":{}}`:             "nearShops: Near shops must be a list.",
	} {
		reply := shoptest.As(parcels(), "").Request(t, "POST", "/parcel/send", body).Expect(t, http.StatusBadRequest, "")
		if want == "" {
			continue
		}
		if len(reply.Errors) == 0 || reply.Errors[0].Field+": "+reply.Errors[0].Message != want || reply.Message != reply.Errors[0].Message {
			t.Errorf("%s returned %q %v, want %s", body, reply.Message, reply.Errors, want)
		}
	}
}

func TestForm_namesEveryWrongField(t *testing.T) {
	t.Parallel()
	reply := shoptest.As(parcels(), "").Request(t, "POST", "/parcel/send", `{"pieces":0,"price":"x","lines":[{"quantity":1},{"quantity":"none"}]}`)
	var named []string
	for _, field := range reply.Expect(t, http.StatusBadRequest, "").Errors {
		named = append(named, field.Field)
	}
	if got := strings.Join(named, " "); got != "name pieces price lines[1].quantity" {
		t.Errorf("named %q, want %q", got, "name pieces price lines[1].quantity")
	}
}

func TestForm_acceptsNumbersSentAsText(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]int{`7`: 7, `"7"`: 7, `" 7 "`: 7, `3.0`: 3, `"3.00"`: 3, `1e1`: 10, `9.9E1`: 99} {
		if u := unpack(t, `,"pieces":`+written); u.Pieces != want || !u.PiecesSet {
			t.Errorf("pieces %s became %d (set %v), want %d", written, u.Pieces, u.PiecesSet, want)
		}
	}
	for written, want := range map[string]int64{`49`: 4900, `"49.5"`: 4950, `49.50`: 4950, `"49.500"`: 4950, `1e2`: 10000, `1.5E1`: 1500, `0.01`: 1, `" 12 "`: 1200} {
		if u := unpack(t, `,"price":`+written); u.Price != want || !u.PriceSet {
			t.Errorf("price %s became %d paise (set %v), want %d", written, u.Price, u.PriceSet, want)
		}
	}
	var u receivedParcel
	shoptest.As(parcels(), "").Request(t, "POST", "/parcel/send", `{"name":12345,"fresh":"true"}`).Expect(t, http.StatusOK, "").Decode(t, &u)
	if u.Name != "12345" || !u.Fresh || !u.FreshSet {
		t.Errorf("a number as a text is %q, a text as a flag %t, want 12345 and true", u.Name, u.Fresh)
	}
}

func TestForm_countsNullAndEmptyAsAbsent(t *testing.T) {
	t.Parallel()
	for _, empty := range []string{`null`, `""`, `"  "`} {
		u := unpack(t, `,"pieces":`+empty+`,"price":`+empty)
		if u.PiecesSet || u.PriceSet {
			t.Errorf("%s counts as sent: pieces %t, price %t, want neither", empty, u.PiecesSet, u.PriceSet)
		}
	}
	for _, empty := range []string{`null`, `""`} {
		u := unpack(t, `,"subCategory":`+empty+`,"fresh":`+empty)
		if u.SubCategorySet || u.FreshSet {
			t.Errorf("%s counts as sent: subCategory %t, fresh %t, want neither", empty, u.SubCategorySet, u.FreshSet)
		}
	}
	if u := unpack(t, `,"secret":null,"tags":null,"lines":null,"to":null,"off":0`); u.SecretSent || len(u.Tags)+len(u.Quantities)+len(u.PinCodes) > 0 {
		t.Errorf("null counts as sent: %+v, want nothing sent", u)
	}
}

func TestForm_acceptsAReferenceAsIDOrRecord(t *testing.T) {
	t.Parallel()
	const subCategoryID = "65f1a2b3c4d5e6f708192a3b"
	for _, written := range []string{`"` + subCategoryID + `"`, `{"_id":"` + subCategoryID + `"}`, `{"name":"Dal","_id":"` + subCategoryID + `","extra":{"_id":1}}`} {
		if u := unpack(t, `,"subCategory":`+written); u.SubCategory != subCategoryID {
			t.Errorf("%s became %q, want %q", written, u.SubCategory, subCategoryID)
		}
	}
	for _, malformed := range []string{"65F1A2B3C4D5E6F708192A3B", "01hx-4k2m9p8q7r", strings.Repeat("a", 41), "abcdefghijk", " 65f1a2b3c4d5e6f708192a3b"} {
		shoptest.As(parcels(), "").Request(t, "POST", "/parcel/send", `{"name":"Atta","subCategory":"`+malformed+`"}`).ExpectField(t, "subCategory")
	}
}

func TestForm_ignoresUnknownFields(t *testing.T) {
	t.Parallel()
	if u := unpack(t, `,"_id":"65f1a2b3c4d5e6f708192a3b","role":"ADMIN","lines":[{"quantity":"2","price":1}],"deep":{"a":[1]}`); len(u.Quantities) != 1 || u.Quantities[0] != 2 {
		t.Errorf("read %+v, want the quantity 2 and no unknown field", u)
	}
}
