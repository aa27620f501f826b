package httpapi_test

import (
	"net/http"
	"testing"

	"kirana/internal/shoptest"
)

func sendParcel(t *testing.T, body string) shoptest.Response {
	t.Helper()
	return shoptest.As(parcels(), "").Request(t, "POST", "/parcel/send", body)
}

func TestText_countsInvisibleTextAsMissing(t *testing.T) {
	t.Parallel()
	for _, name := range []string{`\u200b\u200b`, `\u202e\u200b\u202c`, `\u00ad\ufeff`, `\u2060 \u200d`, `\u3164\u3164`} {
		reply := sendParcel(t, `{"name":"`+name+`"}`).Expect(t, http.StatusBadRequest, "Name is required.")
		if len(reply.Errors) != 1 || reply.Errors[0].Field != "name" {
			t.Errorf("%s: the errors are %v, want one, of name", name, reply.Errors)
		}
	}
}

func TestText_dropsInvisibleCharactersOnly(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		`\u202eAtta\u202c`: "Atta", `At\u200bta`: "Atta", "👩\u200d🌾🍅": "👩\u200d🌾🍅", "حليب": "حليب", "क्\u200dष": "क्\u200dष",
	} {
		var u receivedParcel
		sendParcel(t, `{"name":"`+name+`"}`).Expect(t, http.StatusOK, "").Decode(t, &u)
		if u.Name != want {
			t.Errorf("%s became %+q, want %+q", name, u.Name, want)
		}
	}
	if u := unpack(t, `,"secret":"a\u200b"`); u.Secret != "a\u200b" {
		t.Errorf("a text that is taken as it is became %+q, want its invisible sign kept", u.Secret)
	}
}

func TestText_mustBeOneLineUnlessItsTagAllowsSeveral(t *testing.T) {
	t.Parallel()
	for _, name := range []string{`x\ny`, `x\r\ny`, `x\u2028y`, `x\u0085y`} {
		sendParcel(t, `{"name":"`+name+`"}`).Expect(t, http.StatusBadRequest, "Name must be on one line.").ExpectField(t, "name")
	}
	sendParcel(t, `{"name":"Atta","note":"two\nlines","secret":"a\nb"}`).Expect(t, http.StatusOK, "")
}

func TestText_withUnprintableCharactersIsRefusedWithItsField(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"name":"\ud800"}`:                                  "name: Name has characters that cannot be used.",
		`{"NAME":"a\u0000"}`:                                 "name: Name has characters that cannot be used.",
		`{"name":"Atta","subCategory":"\u0007"}`:             "subCategory: Sub-category has characters that cannot be used.",
		`{"name":"Atta","subCategory":{"_id":"\u0007"}}`:     "subCategory: Sub-category has characters that cannot be used.",
		`{"name":"Atta","tags":["a","\u007f"]}`:              "tags[1]: A tag has characters that cannot be used.",
		`{"lines":[{},{"quantity":"\u0001"}],"name":"Atta"}`: "lines[1].quantity: Quantity has characters that cannot be used.",
		`{"name":"Atta","to":{"pin_code":"\u0000"}}`:         "to.pin_code: Pin code has characters that cannot be used.",
	} {
		reply := sendParcel(t, body).Expect(t, http.StatusBadRequest, "")
		if len(reply.Errors) != 1 || reply.Errors[0].Field+": "+reply.Errors[0].Message != want || reply.Message != reply.Errors[0].Message {
			t.Errorf("%s returned %q %v, want %s", body, reply.Message, reply.Errors, want)
		}
	}
	for _, body := range []string{`{"mango":"\u0000"}`, `{"mango":{"name":["\ud800"]}}`, `{"man\u0000go":1}`} {
		reply := sendParcel(t, body).Expect(t, http.StatusBadRequest, "The request has characters that cannot be used.")
		if len(reply.Errors) != 0 {
			t.Errorf("%s: the errors are %v, want none, as the form does not know the field", body, reply.Errors)
		}
	}
}
