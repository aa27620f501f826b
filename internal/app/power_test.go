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

// powerCuts returns at how many points to cut the power: POWER_CUTS, or else short or long. If short is 0, the test is
// skipped in the short form.
func powerCuts(t *testing.T, short, long int) int {
	t.Helper()
	if !shoptest.Long() && short == 0 {
		t.Skip("only in the long form")
	}
	wanted := os.Getenv("POWER_CUTS")
	if wanted == "" {
		return shoptest.Rounds(short, long)
	}
	cuts, err := strconv.Atoi(wanted)
	if err != nil || cuts < 1 {
		t.Fatalf("POWER_CUTS is %q, want a number above 0", wanted)
	}
	return cuts
}

func TestPower_losesNoConfirmedOrderWhenItFails(t *testing.T) {
	t.Parallel()
	cuts := powerCuts(t, 0, 200)
	dir := t.TempDir()
	p := recordOrders(t, dir, dir)
	expect := func(state string, reported []string) error { return lostOrders(t.Context(), state, reported) }
	p.expectNoneFails(t, cuts, expect)
	// If the syncs of the write-ahead log or those of the database do nothing, the same cuts lose orders.
	for _, name := range []string{db.FileName + "-wal", db.FileName} {
		p.expectSomeFail(t, cuts, func(path string) bool { return filepath.Base(path) == name }, "the syncs of "+name, expect)
	}
}

// powerRecord has the recorded disk calls of a program below a folder, from its start to its end.
type powerRecord struct {
	root, base, state string // the folder, a copy from before the start, and its state after a cut
	calls             []diskCall
	spared            string             // a folder below root that does not lose power, or ""
	concurrent        *concurrentCommand // runs while the shop serves; may be nil
}

func newPowerRecord(t *testing.T, root string) *powerRecord {
	t.Helper()
	p := &powerRecord{root: root, base: filepath.Join(t.TempDir(), "base"), state: filepath.Join(t.TempDir(), "state")}
	copyFolder(t, root, p.base)
	return p
}

// makeFolder creates a folder as a program does that is killed before it syncs the folder's name.
func (p *powerRecord) makeFolder(t *testing.T, folder string) {
	t.Helper()
	makeFolder(t, folder)
	p.calls = append(p.calls, diskCall{kind: "mkdir", path: folder})
}

// read reads the trace of a program that has ended, and fails unless the recorded calls result in the files that the
// program has left.
func (p *powerRecord) read(t *testing.T, trace string) {
	t.Helper()
	p.calls = append(p.calls, readTrace(t, trace, p.root)...)
	for i := range p.calls {
		p.calls[i].number = i
	}
	d, err := newFailingDisk(p.root, p.base, func(string) bool { return false })
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for _, c := range p.calls {
		counts[c.kind]++
		d.apply(c)
	}
	if err := errors.Join(d.write(p.state, always), differs(p.root, p.state), differs(p.state, p.root)); err != nil {
		t.Fatalf("the trace replayed differs from the folder, so a call is not recorded: %v", err)
	}
	t.Logf("calls recorded: %v", counts)
}

// recordOrders records what a demo shop, whose data folder is below root, does there while orders are placed.
func recordOrders(t *testing.T, root, dir string, args ...string) *powerRecord {
	t.Helper()
	copyDemo(t, dir)
	p := newPowerRecord(t, root)
	p.serve(t, func(shop *served) (confirmed []string) {
		return shop.takesOrders(t, func(buyers *load) { buyers.reaches(t, 100) })
	}, append([]string{"--data-dir", dir}, args...)...)
	return p
}

// takesOrders lets buyers order until the given function returns, and returns the numbers of the confirmed orders.
func (s *served) takesOrders(t *testing.T, until func(buyers *load)) []string {
	t.Helper()
	buyers := newLoad(t, s.base, 4)
	ctx, stop := context.WithCancel(t.Context())
	wait := buyers.run(ctx, func() string { return s.base })
	until(buyers)
	stop()
	wait()
	return buyers.numbers
}

// serve records a shop from its start to its end. use returns what the shop's responses have confirmed.
func (p *powerRecord) serve(t *testing.T, use func(shop *served) (confirmed []string), args ...string) {
	t.Helper()
	trace := filepath.Join(t.TempDir(), "trace")
	args = append([]string{"serve", "--addr", "127.0.0.1:0", "--web-dir", storefront(t), "--demo", "--rate-limits", "off", "--cors-origins", otherOrigin}, args...)
	cmd := command(t, args...)
	if p.concurrent != nil {
		p.concurrent.startWith(t, cmd)
		defer p.concurrent.cancel()
	}
	shop := serveProcess(t, withTrace(t, cmd, trace))
	confirmed := use(shop)
	if code := shop.stops(t); code != 0 {
		t.Fatalf("the shop ended with %d, want 0: %s", code, shop.errs)
	}
	p.read(t, trace)
	p.calls = slices.DeleteFunc(p.calls, func(c diskCall) bool { // what the shop prints, such as its address
		return c.kind == "print" && (p.concurrent == nil || !p.concurrent.hasPrinted(c.reported[0]))
	})
	responded := []string{}
	for _, c := range p.calls {
		responded = append(responded, c.reported...)
	}
	for _, name := range confirmed {
		if !slices.Contains(responded, name) {
			t.Fatalf("the trace lacks the response with %s, want every confirmed one", name)
		}
	}
	t.Logf("%d calls confirmed", len(confirmed))
}

func (p *powerRecord) expectNoneFails(t *testing.T, cuts int, expect func(state string, reported []string) error) {
	t.Helper()
	if failed := p.fail(t, cuts, func(string) bool { return false }, expect); len(failed) > 0 {
		t.Errorf("%d of %d cuts lost something, want none: %v", len(failed), cuts, failed[0])
	}
}

// expectSomeFail expects a failure of some cuts if some syncs do nothing. It does nothing in the short form, which has
// too few cuts.
func (p *powerRecord) expectSomeFail(t *testing.T, cuts int, forgetful func(path string) bool, what string, expect func(state string, reported []string) error) {
	t.Helper()
	if !shoptest.Long() {
		return
	}
	failed := p.fail(t, cuts, forgetful, expect)
	if len(failed) == 0 {
		t.Errorf("%d cuts lose nothing without %s, want some to", cuts, what)
		return
	}
	t.Logf("without %s %d of %d cuts fail, one as: %v", what, len(failed), cuts, failed[0])
}

// fail cuts the power at random points, which depend on cuts only. It returns the errors of expect, which is called
// with the folder after the cut and with what the program had reported by then.
func (p *powerRecord) fail(t *testing.T, cuts int, forgetful func(string) bool, expect func(state string, reported []string) error) (failed []error) {
	t.Helper()
	d, err := newFailingDisk(p.root, p.base, forgetful)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(38, uint64(cuts)))
	points := make([]int, cuts)
	for i := range points {
		points[i] = random.IntN(len(p.calls))
		if i%4 == 0 {
			points[i] = len(p.calls) - 1 // the program has ended
		}
	}
	slices.Sort(points)
	reported := []string{}
	for i, c := range p.calls {
		d.apply(c)
		reported = append(reported, c.reported...)
		for ; len(points) > 0 && points[0] == i; points = points[1:] {
			if err := p.cut(d, random); err != nil {
				t.Fatal(err)
			}
			if err := expect(p.state, reported); err != nil {
				failed = append(failed, fmt.Errorf("after call %d of %d: %w", i, len(p.calls), err))
			}
		}
	}
	return failed
}

// cut writes the folder as a power cut could leave it now, but the spared folder as programs see it.
func (p *powerRecord) cut(d *failingDisk, random *rand.Rand) error {
	if err := d.cut(random, p.state); err != nil || p.spared == "" {
		return err
	}
	whole, spared := p.state+"-whole", filepath.Join(p.state, p.spared)
	if err := errors.Join(d.write(whole, always), os.RemoveAll(spared)); err != nil {
		return err
	}
	return os.Rename(filepath.Join(whole, p.spared), spared)
}

// lostOrders opens a shop's database as its next start does, and returns an error if it lacks confirmed orders or is
// damaged.
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
