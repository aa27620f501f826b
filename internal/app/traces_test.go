package app

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	common "go.opentelemetry.io/proto/otlp/common/v1"
	trace "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// receiver is an OTLP collector over HTTP.
type receiver struct {
	*httptest.Server

	mu    sync.Mutex
	spans []*trace.Span
	about map[string]string // attributes of the resource, which is the program
	raw   strings.Builder
}

func newReceiver(t *testing.T) *receiver {
	t.Helper()
	r := &receiver{about: map[string]string{}}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		var sent collector.ExportTraceServiceRequest
		if err != nil || request.URL.Path != "/v1/traces" || proto.Unmarshal(body, &sent) != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		r.raw.Write(body)
		for _, resource := range sent.GetResourceSpans() {
			for _, attribute := range resource.GetResource().GetAttributes() {
				r.about[attribute.GetKey()] = attribute.GetValue().GetStringValue()
			}
			for _, scope := range resource.GetScopeSpans() {
				r.spans = append(r.spans, scope.GetSpans()...)
			}
		}
	}))
	t.Cleanup(r.Close)
	return r
}

// spanNamed returns a span with the name.
func (r *receiver) spanNamed(name string) *trace.Span {
	for _, span := range r.spans {
		if span.GetName() == name {
			return span
		}
	}
	return nil
}

func value(attributes []*common.KeyValue, key string) *common.AnyValue {
	for _, attribute := range attributes {
		if attribute.GetKey() == key {
			return attribute.GetValue()
		}
	}
	return nil
}

func TestTraces_reachACollectorWithoutPersonalData(t *testing.T) {
	t.Parallel()
	r := newReceiver(t)
	shop := serve(t, append(whereDemo(t, ""), "--demo", "--cors-origins", otherOrigin, "--traces-url", r.URL)...)
	placeOrder(t, shop.base)
	if status, _ := get(t, shop.base+"/api/nowhere/secret-path"); status != http.StatusNotFound {
		t.Errorf("a call that does not exist returned %d, want %d", status, http.StatusNotFound)
	}
	if code := shop.stops(t); code != 0 {
		t.Errorf("the shop ended with %d, want 0: %s", code, shop.errs)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	order := r.spanNamed("POST /api/order/cod")
	if order == nil || value(order.GetAttributes(), "http.response.status_code").GetIntValue() != 200 || order.GetKind() != trace.Span_SPAN_KIND_SERVER {
		var names []string
		for _, span := range r.spans {
			names = append(names, span.GetName())
		}
		t.Fatalf("the span of an order is %v, want a server's with status 200, among %v", order, names)
	}
	inside := 0
	for _, span := range r.spans {
		if span.GetName() == "transaction" && string(span.GetParentSpanId()) == string(order.GetSpanId()) {
			inside++
		}
	}
	if inside == 0 {
		t.Error("the order's span has no transaction")
	}
	jobs := 0
	for _, span := range r.spans {
		if strings.HasPrefix(span.GetName(), "job ") && len(span.GetParentSpanId()) == 0 {
			jobs++
		}
	}
	if jobs == 0 {
		t.Error("no job has a span")
	}
	if r.about["service.name"] != "kirana" || r.about["service.version"] != "1.2.3" {
		t.Errorf("the program's attributes are %v, want kirana 1.2.3", r.about)
	}
	for _, word := range []string{"away@example.com", "Newcomer", "Prabhat", "9822041873", "secret-path"} {
		if strings.Contains(r.raw.String(), word) {
			t.Errorf("%q went to the collector, want no personal data", word)
		}
	}
}

func TestTraces_logAnUnreachableCollector(t *testing.T) {
	t.Parallel()
	r := newReceiver(t)
	r.Close()
	shop := serve(t, append(whereDemo(t, ""), "--demo", "--cors-origins", otherOrigin, "--traces-url", r.URL)...)
	placeOrder(t, shop.base)
	if code := shop.stops(t); code != 0 || !strings.Contains(shop.errs.String(), "traces") {
		t.Errorf("serve with the collector unreachable ended with %d, want 0 and a log entry: %s", code, shop.errs)
	}
}
