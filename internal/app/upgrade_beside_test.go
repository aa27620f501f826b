package app

import (
	"context"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kirana/internal/shoptest"
	"kirana/internal/shoptest/s3test"
)

// olderProgram returns the path of the older program, which KIRANA_TEST_OLDER has.
func olderProgram(t *testing.T) string {
	t.Helper()
	older := os.Getenv("KIRANA_TEST_OLDER")
	if older == "" {
		t.Skip("KIRANA_TEST_OLDER names no older program")
	}
	return older
}

// The nodes of the older program are replaced one by one by those of this program, and both serve meanwhile.
func TestUpgrade_servesBesideTheOlderProgramOnOnePostgres(t *testing.T) {
	t.Parallel()
	older := olderProgram(t)
	databaseURL := shoptest.PostgresURL(t)
	bucket := s3test.Start(t)
	args := []string{
		"serve", "--addr", "127.0.0.1:0", "--web-dir", storefront(t), "--database-url", databaseURL, "--media-url", s3test.URL(bucket), "--cors-origins", otherOrigin, "--demo",
		"--rate-limits", "off", "--drain", (5 * readyInterval).String(),
	}
	olderNode := func() *served {
		return serveProcess(t, exec.CommandContext(context.Background(), older, append(slices.Clone(args), "--data-dir", t.TempDir())...))
	}
	nodes := []*served{olderNode(), olderNode()}
	address := newBalancer(t, nodes...)
	buyers := newLoad(t, address.URL, 6)
	ctx, stop := context.WithCancel(t.Context())
	wait := buyers.run(ctx, func() string { return address.URL })
	browsing, failed := browse(t, func() string { return address.URL })
	buyers.reaches(t, 50)
	for i, node := range nodes {
		if code := node.stops(t); code != 0 {
			t.Errorf("the older node %d ended with %d: %s, want 0", i, code, node.errs)
		}
		nodes[i] = serveProcess(t, command(t, append(slices.Clone(args), "--data-dir", t.TempDir())...))
		address.set(nodes[i].base, false)
		before := buyers.confirmed()
		pause(t, loadDuration(3*time.Second, 30*time.Second))
		buyers.reaches(t, before+50)
	}
	stop()
	wait()
	browsing()
	if n := failed.Load(); n > 0 || len(buyers.refused) > 0 {
		t.Errorf("%d pages were not served and orders refused by status %v, want none", n, buyers.refused)
	}
	buyers.expectNothingLost(t, databaseOf(t, databaseURL, ""))
}

// The older program's copy is restored with the commands of docs/operating.md.
func TestUpgrade_restoresTheOlderProgramsCopyAsDocumented(t *testing.T) {
	t.Parallel()
	older := olderProgram(t)
	shoptest.EachURL(t, shoptest.PostgresURL, func(t *testing.T, databaseURL string) {
		from := whereNew(t, databaseURL)
		shop := serveProcess(t, exec.CommandContext(context.Background(), older, append([]string{
			"serve", "--addr", "127.0.0.1:0", "--web-dir", storefront(t), "--demo", "--rate-limits", "off", "--cors-origins", otherOrigin,
		}, from...)...))
		buyers := newLoad(t, shop.base, 4)
		ctx, stop := context.WithCancel(t.Context())
		wait := buyers.run(ctx, func() string { return shop.base })
		buyers.reaches(t, 100)
		stop()
		wait()
		if code := shop.stops(t); code != 0 {
			t.Fatalf("the older shop ended with %d: %s, want 0", code, shop.errs)
		}
		const documentedFile, documentedDir = "/mnt/usb/shop-2026-11-22.copy", "/var/lib/kirana-new"
		file, to := filepath.Join(t.TempDir(), "shop.copy"), filepath.Join(t.TempDir(), "new")
		if out, err := exec.CommandContext(t.Context(), older, append([]string{"backup", file}, from...)...).CombinedOutput(); err != nil {
			t.Fatalf("backup by the older program: %v: %s", err, out)
		}
		restored, at := "", []string{} // in PostgreSQL
		if databaseURL != "" {
			restored = shoptest.PostgresURL(t)
			at = []string{"--database-url", restored}
		}
		for _, documented := range []string{"kirana verify " + documentedFile, "kirana restore " + documentedFile + " --data-dir " + documentedDir} {
			guide, err := os.ReadFile("../../docs/operating.md")
			if err != nil || !strings.Contains(string(guide), "\n"+documented+"\n") {
				t.Fatalf("the guide lacks %q: %v", documented, err)
			}
			args := strings.Fields(strings.NewReplacer(documentedFile, file, documentedDir, to).Replace(documented))[1:]
			if args[0] == "restore" {
				args = append(args, at...)
			}
			if code, out, errs := run(t, "", args...); code != 0 {
				t.Fatalf("%s ended with %d: %s%s, want 0", documented, code, out, errs)
			}
		}
		again := serve(t, append([]string{"--data-dir", to, "--rate-limits", "off", "--cors-origins", otherOrigin}, at...)...)
		status, number, wrong := buyers.send(buyers.buyers[0], again.base, "after the restore")
		if status != http.StatusOK {
			t.Fatalf("an order after the restore: %d %s, want %d", status, wrong, http.StatusOK)
		}
		buyers.numbers = append(buyers.numbers, number)
		if code := again.stops(t); code != 0 {
			t.Errorf("the restored shop ended with %d: %s, want 0", code, again.errs)
		}
		buyers.expectNothingLost(t, databaseOf(t, restored, to))
	})
}
