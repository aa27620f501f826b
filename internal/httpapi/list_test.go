package httpapi_test

import (
	"net/http"
	"runtime"
	"strings"
	"testing"

	"kirana/internal/httpapi"
	"kirana/internal/shoptest"
)

// listOf returns a list of n equal entries.
func listOf(n int, entry string) string {
	return "[" + strings.TrimSuffix(strings.Repeat(entry+",", n), ",") + "]"
}

func TestList_refusesAFarTooLongList(t *testing.T) {
	t.Parallel()
	for list, want := range map[string]string{
		`"lines":` + listOf(100_000, "0"):     "lines: Lines can have at most 2 items.",
		`"LINES":` + listOf(1001, "{}"):       "lines: Lines can have at most 2 items.",
		`"tags":` + listOf(100_000, `""`):     "tags: Tags can have at most 3 tags.",
		`"nearShops":` + listOf(50_000, "{}"): "nearShops: Near shops can have at most 1000 items.",
		`"lines":` + listOf(100_000, "[]"):    "lines: Lines can have at most 2 items.",
	} {
		reply := sendParcel(t, `{"name":"Atta",`+list+`}`).Expect(t, http.StatusBadRequest, "")
		if len(reply.Errors) != 1 || reply.Errors[0].Field+": "+reply.Errors[0].Message != want {
			t.Errorf("%.30s returned %q %v, want %s", list, reply.Message, reply.Errors, want)
		}
	}
}

func TestList_ofAnUnknownFieldIsIgnored(t *testing.T) {
	t.Parallel()
	for _, list := range []string{`"others":` + listOf(20_000, "0"), `"subCategory":{"_id":"65f1a2b3c4d5e6f708192a3b","image":` + listOf(20_000, "0") + `}`} {
		sendParcel(t, `{"name":"Atta",`+list+`}`).Expect(t, http.StatusOK, "")
	}
}

// The test is not parallel, so that it does not count allocations of other tests. It compares a list with a single text of
// the same length, as the race detector allocates for both.
func TestList_costsLittleMoreThanItsBytes(t *testing.T) {
	r := newRouter(quiet())
	parcelsTo(r)
	allocated := func(body string) (uint64, shoptest.Response) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		reply := shoptest.As(r, "").Request(t, "POST", "/parcel/send", body)
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc, reply
	}
	allocated(`{"name":"Atta"}`)
	size := int(httpapi.CheckoutBody) - 100
	text, reply := allocated(`{"name":"Atta","others":"` + strings.Repeat("0", size) + `"}`)
	reply.Expect(t, http.StatusOK, "")
	list, reply := allocated(`{"name":"Atta","lines":` + listOf(size/2, "0") + `}`)
	reply.ExpectField(t, "lines")
	if list > text+text/2 {
		t.Errorf("a list of %d KB took %d KB, want at most half more than a text of as many, %d KB", size>>10, list>>10, text>>10)
	}
}

func TestForm_namesNoMoreThanTwentyWrongFields(t *testing.T) {
	t.Parallel()
	r := newRouter(quiet())
	crates(r)
	reply := shoptest.As(r, "").Request(t, "POST", "/crate/send", `{"lines":`+listOf(900, "{}")+`}`)
	reply.ExpectField(t, "lines[0].quantity")
	if len(reply.Errors) != 20 {
		t.Errorf("the refusal names %d wrong fields, want 20", len(reply.Errors))
	}
}
