package app

import (
	"context"
	"net/http"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/s3test"
)

// loadDuration returns how long a load runs: long in the long form, otherwise short.
func loadDuration(short, long time.Duration) time.Duration {
	if shoptest.Long() {
		return long
	}
	return short
}

// cluster is several nodes of one shop.
type cluster struct {
	databaseURL string
	args        []string // the same for each node
	nodes       []*served
	dirs        []string // their data directories
	clocks      []movedClock
}

func newCluster(t *testing.T, n int) *cluster {
	t.Helper()
	return newClusterAt(t, n, shoptest.MigratedURL(t))
}

// newClusterAt starts the nodes on an existing database.
func newClusterAt(t *testing.T, n int, databaseURL string) *cluster {
	t.Helper()
	c := &cluster{databaseURL: databaseURL}
	bucket := s3test.Start(t)
	c.args = []string{
		"--database-url", c.databaseURL, "--media-url", s3test.URL(bucket), "--cors-origins", otherOrigin, "--demo",
		"--rate-limits", "off", "--drain", (5 * readyInterval).String(), // long enough for the balancer to notice
	}
	for range n {
		c.dirs = append(c.dirs, t.TempDir())
		c.clocks = append(c.clocks, newMovedClock(t))
		c.nodes = append(c.nodes, nil)
		c.start(t, len(c.nodes)-1)
	}
	return c
}

func (c *cluster) start(t *testing.T, i int) {
	t.Helper()
	c.nodes[i] = serveMoved(t, c.clocks[i], append([]string{"--data-dir", c.dirs[i]}, c.args...)...)
}

// mails counts the mails in all nodes' folders, by id.
func (c *cluster) mails(t *testing.T) map[string]int {
	t.Helper()
	times := map[string]int{}
	for _, dir := range c.dirs {
		files, err := filepath.Glob(filepath.Join(dir, "mail", "*.eml"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			_, id, _ := strings.Cut(filepath.Base(file), "-")
			times[id]++
		}
	}
	return times
}

func TestNodes_agreeWithinASecond(t *testing.T) {
	t.Parallel()
	c := newCluster(t, 2)
	here, there := &client{t: t, base: c.nodes[0].base}, &client{t: t, base: c.nodes[1].base}
	here.login(demoAdminEmail, demoAdminPassword)
	there.token = here.token
	product := here.list("POST", "/product/get", record{"page": 1, "limit": 1})[0]
	id := product["_id"].(string)
	shown := func() record { return there.must("POST", "/product/getProductById", record{"productId": id}).(record) }

	here.must("PUT", "/product/update/"+id, record{"name": "Renamed Dal", "stock": 1})
	t.Logf("the catalog after %s", until(t, "the new name", func() bool { return shown()["name"] == "Renamed Dal" }))

	buyers := newLoad(t, c.nodes[0].base, 1)
	here.must("PUT", "/product/update/"+buyers.buyers[0].productID, record{"stock": 1})
	if status, _, wrong := buyers.send(buyers.buyers[0], c.nodes[0].base, "the last piece"); status != http.StatusOK {
		t.Fatalf("the last piece: %d %s, want %d", status, wrong, http.StatusOK)
	}
	t.Logf("the last piece after %s", until(t, "no stock", func() bool {
		return there.must("POST", "/product/getProductById", record{"productId": buyers.buyers[0].productID}).(record)["stock"] == 0.0
	}))
	if status, _, _ := buyers.send(buyers.buyers[0], c.nodes[1].base, "one more"); status == http.StatusOK {
		t.Error("more pieces were sold than were in stock")
	}

	create := []string{"admin", "create", "--email", "meera@example.in", "--name", "Meera", "--database-url", c.databaseURL, "--data-dir", c.dirs[0]}
	if code, _, errs := run(t, "seven ripe mangoes\n", create...); code != 0 {
		t.Fatal(errs)
	}
	staff := &client{t: t, base: there.base}
	staff.login("meera@example.in", "seven ripe mangoes")
	staff.must("GET", "/order/getAllOrderDetails", nil)
	if code, _, errs := run(t, "", "admin", "remove", "--email", "meera@example.in", "--database-url", c.databaseURL, "--data-dir", c.dirs[0]); code != 0 {
		t.Fatal(errs)
	}
	t.Logf("a role after %s", until(t, "the end of a role", func() bool { return staff.call("GET", "/order/getAllOrderDetails", nil).status == 401 }))

	here.must("GET", "/user/logout", nil)
	t.Logf("a logout after %s", until(t, "the end of a login", func() bool { return there.call("GET", "/user/user-details", nil).status == 401 }))
}

func TestNodes_loseNothingWhenOneIsKilledAndNoRequestWhenRestarted(t *testing.T) {
	t.Parallel()
	c := newCluster(t, 3)
	address := newBalancer(t, c.nodes...)
	base := func() string { return address.URL }
	d := databaseOf(t, c.databaseURL, "")
	buyers := newLoad(t, address.URL, 6)

	// The nodes share the jobs, and each job is done once.
	ctx, stop := context.WithCancel(t.Context())
	wait := buyers.run(ctx, base)
	until(t, "orders", func() bool { return buyers.confirmed() > 30 })
	stop()
	wait()
	until(t, "the end of all jobs", func() bool {
		waiting, err := db.Get[int](t.Context(), d, `SELECT COUNT(*) FROM jobs WHERE due_at <= CURRENT_TIMESTAMP AND given_up_at IS NULL`)
		return err == nil && waiting == 0
	})
	mails := c.mails(t)
	for id, times := range mails {
		if times != 1 {
			t.Errorf("the mail %s was sent %d times, want 1", id, times)
		}
	}
	if len(mails) < buyers.confirmed() {
		t.Errorf("%d mails were sent of %d orders, want one each at least", len(mails), buyers.confirmed())
	}

	// One node is killed: its work is done again, and all requests of the others are served.
	browsing, failed := browse(t, base)
	ctx, stop = context.WithCancel(t.Context())
	wait = buyers.run(ctx, base)
	pause(t, loadDuration(300*time.Millisecond, 10*time.Second))
	before := buyers.confirmed()
	if err := c.nodes[1].cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	until(t, "orders without the node", func() bool { return buyers.confirmed() > before+30 })
	pause(t, loadDuration(200*time.Millisecond, 10*time.Second))
	stop()
	wait()
	if n := failed.Swap(0); n > 0 {
		t.Errorf("%d pages were not served when a node died, want none", n)
	}
	buyers.expectNothingLost(t, d)

	// Each node is restarted in turn, while buyers order who never repeat a call.
	c.start(t, 1)
	address.set(c.nodes[1].base, true)
	buyers.patient = false
	clear(buyers.refused)
	ctx, stop = context.WithCancel(t.Context())
	wait = buyers.run(ctx, base)
	for i := range c.nodes {
		pause(t, loadDuration(100*time.Millisecond, 5*time.Second))
		before := buyers.confirmed()
		if code := c.nodes[i].stops(t); code != 0 {
			t.Errorf("node %d ended with %d: %s, want 0", i, code, c.nodes[i].errs)
		}
		c.start(t, i)
		address.set(c.nodes[i].base, false)
		until(t, "orders during the restart", func() bool { return buyers.confirmed() > before+10 })
	}
	stop()
	wait()
	browsing()
	if len(buyers.refused) > 0 || failed.Load() > 0 {
		t.Errorf("during the restarts orders were refused by status %v and %d pages not served, want none", buyers.refused, failed.Load())
	}
	buyers.expectNothingLost(t, d)
}

// browse requests pages until stop is called, and counts failures.
func browse(t *testing.T, base func() string) (stop func(), failed *atomic.Int64) {
	t.Helper()
	failed = &atomic.Int64{}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		for ctx.Err() == nil {
			request, err := http.NewRequestWithContext(context.Background(), http.MethodGet, base()+"/api/product/home", http.NoBody)
			if err != nil {
				failed.Add(1)
				return
			}
			response, err := http.DefaultClient.Do(request)
			if err != nil || response.StatusCode != http.StatusOK {
				failed.Add(1)
			}
			if err == nil {
				_ = response.Body.Close()
			}
			pauseUntil(ctx, 10*time.Millisecond)
		}
	}()
	return func() { cancel(); <-done }, failed
}

// pause waits for d, or until the test ends.
func pause(t *testing.T, d time.Duration) {
	t.Helper()
	pauseUntil(t.Context(), d)
}

func pauseUntil(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
