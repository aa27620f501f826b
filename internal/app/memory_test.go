package app

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestReadOnlyMappings_leavesOutWhatWasWritten(t *testing.T) {
	t.Parallel()
	const smaps = `00400000-00e00000 r-xp 00000000 fe:00 1234                               /srv/kirana
Size:              10240 kB
Private_Dirty:         0 kB
Anonymous:             0 kB
00e00000-01e00000 r--p 00a00000 fe:00 1234                               /srv/kirana
Private_Dirty:         4 kB
Anonymous:             4 kB
01e00000-01f00000 rw-p 01a00000 fe:00 1234                               /srv/kirana
Private_Dirty:         0 kB
Anonymous:             0 kB
01f00000-02000000 r--p 00000000 fe:00 99                                 /usr/lib/libc.so
Anonymous:             0 kB
02000000-02100000 r--p 01b00000 fe:00 1234                               /srv/kirana
Anonymous:             0 kB
c000000000-c000400000 rw-p 00000000 00:00 0
Anonymous:          4096 kB
`
	want := []mapping{{0x400000, 0xe00000}, {0x2000000, 0x2100000}}
	if got := readOnlyMappings(smaps, "/srv/kirana"); !slices.Equal(got, want) {
		t.Errorf("the read-only mappings are %x, want %x", got, want)
	}
}

func TestReleaseProgramFile_takesTheStartsPagesOutOfMemory(t *testing.T) {
	before := residentProgram(t)
	if err := releaseProgramFile(); err != nil {
		t.Fatal(err)
	}
	if after := residentProgram(t); after >= before {
		t.Errorf("%d kB of the program's file are in memory, %d before", after, before)
	}
}

func TestGCPercent_letsSmallHeapsGrowByAFixedSize(t *testing.T) {
	t.Parallel()
	for live, want := range map[uint64]int{0: 2400, 6 << 20: 400, 24 << 20: 100, 48 << 20: 50, 2 << 30: 50} {
		if got := gcPercent(live); got != want {
			t.Errorf("a heap of %d bytes grows by %d per cent, want %d", live, got, want)
		}
	}
}

func TestLimitHeapGrowth_followsTheHeap(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	before := debug.SetGCPercent(servingGCPercent)
	defer debug.SetGCPercent(before)
	defer cancel()
	limitHeapGrowth(ctx)
	const large = 256 << 20
	heap := make([]byte, large)
	awaitGCPercent(t, func(percent uint64) bool { return percent == servingGCPercent })
	runtime.KeepAlive(heap) // garbage from here on
	awaitGCPercent(t, func(percent uint64) bool { return percent > servingGCPercent })
}

// awaitGCPercent collects until the heap may grow by such a percentage.
func awaitGCPercent(t *testing.T, accepts func(percent uint64) bool) {
	t.Helper()
	percent := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	for deadline := time.Now().Add(10 * time.Second); ; runtime.GC() {
		if metrics.Read(percent); accepts(percent[0].Value.Uint64()) {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("the heap may grow by %d per cent", percent[0].Value.Uint64())
		}
	}
}

// residentProgram returns how many kB of the program's own file are in its memory.
func residentProgram(t *testing.T) (kB int) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	smaps, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		t.Skip("this system does not list a program's mappings")
	}
	of := ""
	for line := range strings.Lines(string(smaps)) {
		fields := strings.Fields(line)
		if strings.Contains(fields[0], "-") {
			of = fields[len(fields)-1]
		}
		if fields[0] == "Rss:" && of == program {
			size, err := strconv.Atoi(fields[1])
			if err != nil {
				t.Fatal(err)
			}
			kB += size
		}
	}
	return kB
}
