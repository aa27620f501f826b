package idempotency_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/idempotency"
	"kirana/internal/shoptest"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

// counter is a call that returns how often it has run.
type counter struct {
	db    *db.DB
	calls int
	err   error
}

func (c *counter) do(ctx context.Context, key idempotency.Key, request idempotency.Request) (string, error) {
	var response idempotency.Response
	err := c.db.Tx(ctx, func(tx *db.Tx) error {
		var err error
		response, err = idempotency.Do(ctx, tx, key, request, func() (any, error) {
			c.calls++
			return map[string]any{"calls": c.calls, "text": "<b> & co"}, c.err
		})
		return err
	})
	return string(response), err
}

func TestDo_runsOnceAndReturnsTheSameBytesAgain(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := &counter{db: d}
		ravi, meera := shoptest.AddShopper(t, d), shoptest.AddShopper(t, d)
		first := idempotency.Request{Fingerprint: "one", At: shoptest.Epoch}
		expect := func(key idempotency.Key, request idempotency.Request, want string) {
			t.Helper()
			if got, err := c.do(t.Context(), key, request); err != nil || got != want {
				t.Errorf("the call under the key returned %s, %v, want %s", got, err, want)
			}
		}
		key := idempotency.Key{UserID: ravi, Value: "press \xff"}
		for range 3 {
			expect(key, first, `{"calls":1,"text":"<b> & co"}`)
		}
		// Another user, another key, or no key makes a different call.
		expect(idempotency.Key{UserID: meera, Value: key.Value}, first, `{"calls":2,"text":"<b> & co"}`)
		expect(idempotency.Key{UserID: ravi, Value: "press 2"}, first, `{"calls":3,"text":"<b> & co"}`)
		expect(idempotency.Key{UserID: ravi}, first, `{"calls":4,"text":"<b> & co"}`)
		expect(idempotency.Key{UserID: ravi}, first, `{"calls":5,"text":"<b> & co"}`)
		// A response that is not valid is created and stored again.
		invalid := first
		invalid.StillValid = func(_ context.Context, _ *db.Tx, response idempotency.Response) (bool, error) {
			return string(response) != `{"calls":1,"text":"<b> & co"}`, nil
		}
		expect(key, invalid, `{"calls":6,"text":"<b> & co"}`)
		expect(key, invalid, `{"calls":6,"text":"<b> & co"}`)
		// A key expires after a day, whether swept or not.
		first.At = first.At.Add(24*time.Hour - time.Microsecond)
		expect(key, first, `{"calls":6,"text":"<b> & co"}`)
		if err := idempotency.Sweep(t.Context(), d, first.At); err != nil {
			t.Fatal(err)
		}
		expect(key, first, `{"calls":6,"text":"<b> & co"}`)
		first.At = first.At.Add(time.Microsecond)
		expect(key, first, `{"calls":7,"text":"<b> & co"}`)
	})
}

func TestDo_refusesAnotherRequestUnderTheSameKey(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := &counter{db: d}
		key := idempotency.Key{UserID: shoptest.AddShopper(t, d), Value: "press"}
		if _, err := c.do(t.Context(), key, idempotency.Request{Fingerprint: "one", At: shoptest.Epoch}); err != nil {
			t.Fatal(err)
		}
		_, err := c.do(t.Context(), key, idempotency.Request{Fingerprint: "another", At: shoptest.Epoch})
		if !fault.Is(err, fault.Conflict) || c.calls != 1 {
			t.Fatalf("another request under the key: %v after %d calls, want a conflict and one call", err, c.calls)
		}
		if message, _ := fault.Of(err).In("hi"); message != "यह (ऑर्डर) पहले ही भेजा जा चुका है। पेज फिर से खोलें।" {
			t.Errorf("in Hindi it says %q, want the thing in Hindi", message)
		}
	})
}

func TestDo_leavesTheKeyOfAFailedCallFree(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := &counter{db: d, err: errors.New("out of stock")}
		key := idempotency.Key{UserID: shoptest.AddShopper(t, d), Value: "press"}
		if _, err := c.do(t.Context(), key, idempotency.Request{Fingerprint: "one", At: shoptest.Epoch}); !errors.Is(err, c.err) {
			t.Errorf("a call that fails: %v, want its error", err)
		}
		c.err = nil
		if response, err := c.do(t.Context(), key, idempotency.Request{Fingerprint: "another", At: shoptest.Epoch}); err != nil || response == "" {
			t.Errorf("the next call under the key: %q, %v, want a response", response, err)
		}
	})
}
