package app

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kirana/internal/db"
	"kirana/internal/shoptest"
)

// powerCuts returns at how many points the power fails.
func powerCuts(t *testing.T) int {
	t.Helper()
	if !shoptest.Long() {
		t.Skip("only in the long form")
	}
	wanted := os.Getenv("POWER_CUTS")
	if wanted == "" {
		return 200
	}
	cuts, err := strconv.Atoi(wanted)
	if err != nil || cuts < 1 {
		t.Fatalf("POWER_CUTS is %q", wanted)
	}
	return cuts
}

func TestPower_losesNoConfirmedOrderWhenItFails(t *testing.T) {
	t.Parallel()
	cuts := powerCuts(t)
	p := recordPower(t)
	if failed := p.fail(t, cuts, func(string) bool { return false }); len(failed) > 0 {
		t.Errorf("%d of %d cuts: %v", len(failed), cuts, failed[0])
	}
	// Without the syncs of the write-ahead log, and without those of the database, the same cuts lose orders.
	for _, name := range []string{db.FileName + "-wal", db.FileName} {
		failed := p.fail(t, cuts, func(path string) bool { return filepath.Base(path) == name })
		if len(failed) == 0 {
			t.Errorf("%d cuts lose nothing without the syncs of %s", cuts, name)
			continue
		}
		t.Logf("without the syncs of %s %d of %d cuts fail, one as: %v", name, len(failed), cuts, failed[0])
	}
}

// powerRecord holds the recorded disk calls of a shop that took orders, from its start to its stop.
type powerRecord struct {
	base, state string // data folders: before the start, and after a cut
	database    string // path of the recorded database
	calls       []diskCall
}

func recordPower(t *testing.T) *powerRecord {
	t.Helper()
	p := &powerRecord{base: t.TempDir(), state: t.TempDir()}
	dir, trace := t.TempDir(), filepath.Join(t.TempDir(), "trace")
	for _, folder := range []string{p.base, p.state, dir} {
		copyDemo(t, folder)
	}
	p.database = filepath.Join(dir, db.FileName)
	shop := serveProcess(t, traced(t, command(t, "serve", "--addr", "127.0.0.1:0", "--web-dir", storefront(t), "--data-dir", dir, "--demo", "--rate-limits", "off", "--cors-origins", otherOrigin), trace))
	buyers := newLoad(t, shop.base, 4)
	ctx, stop := context.WithCancel(t.Context())
	wait := buyers.run(ctx, func() string { return shop.base })
	buyers.reaches(t, 100)
	stop()
	wait()
	if code := shop.stops(t); code != 0 {
		t.Fatalf("ended with %d: %s", code, shop.errs)
	}
	p.calls = readTrace(t, trace, p.database)
	counts, responded := map[string]int{}, []string{}
	for _, c := range p.calls {
		counts[c.kind]++
		responded = append(responded, c.numbers...)
	}
	for _, number := range buyers.numbers {
		if !slices.Contains(responded, number) {
			t.Fatalf("the response with %s is not in the trace", number)
		}
	}
	t.Logf("%d orders confirmed; calls recorded: %v", len(buyers.numbers), counts)
	return p
}

// fail cuts the power at seeded points and returns the damage.
func (p *powerRecord) fail(t *testing.T, cuts int, forgetful func(string) bool) (failed []error) {
	t.Helper()
	before, err := os.ReadFile(filepath.Join(p.base, db.FileName))
	if err != nil {
		t.Fatal(err)
	}
	d := &failingDisk{files: map[string]*diskFile{p.database: {durable: before, linked: true}}, syncs: map[string]pendingSync{}, forgetful: forgetful}
	random := rand.New(rand.NewPCG(38, uint64(cuts)))
	points := make([]int, cuts)
	for i := range points {
		points[i] = random.IntN(len(p.calls))
		if i%10 == 0 {
			points[i] = len(p.calls) - 1 // the shop has ended and removed its write-ahead log
		}
	}
	slices.Sort(points)
	state := filepath.Join(p.state, db.FileName)
	target := map[string]string{p.database: state, p.database + "-wal": state + "-wal"}
	confirmed := []string{}
	for i, c := range p.calls {
		d.apply(c)
		confirmed = append(confirmed, c.numbers...)
		for ; len(points) > 0 && points[0] == i; points = points[1:] {
			if err := errors.Join(os.RemoveAll(state+"-shm"), d.cut(random, target)); err != nil {
				t.Fatal(err)
			}
			if err := lostOrders(t.Context(), p.state, confirmed); err != nil {
				failed = append(failed, fmt.Errorf("after call %d of %d: %w", i, len(p.calls), err))
			}
		}
	}
	return failed
}

// lostOrders opens a shop's database as its next start does, and returns the damage.
func lostOrders(ctx context.Context, dir string, confirmed []string) (err error) {
	d, err := db.OpenExisting(ctx, "", dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	numbers, err := db.All[string](ctx, d, `SELECT number FROM orders ORDER BY number`)
	if err != nil {
		return err
	}
	lost := slices.DeleteFunc(slices.Clone(confirmed), func(number string) bool {
		_, found := slices.BinarySearch(numbers, number)
		return found
	})
	if len(lost) > 0 {
		return fmt.Errorf("%d of %d confirmed orders are lost: %s", len(lost), len(confirmed), strings.Join(lost[:min(3, len(lost))], " "))
	}
	return damage(ctx, d)
}
