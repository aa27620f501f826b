package app

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"syscall"
)

const (
	// servingGCPercent is by how much the heap may grow between two collections while the shop serves. Most of the heap is
	// the catalog, which is no garbage: at Go's 100 the largest shops would take all their memory twice.
	servingGCPercent = 50
	// minHeapGrowth is by how many bytes it may grow in any shop: a small one would collect fifteen times a second under load,
	// for a sixth of the processor time of its reads. A catalog of 27,000 products grows by as much at servingGCPercent.
	minHeapGrowth = 24 << 20
)

// returnStartMemory gives the memory that the start alone needed back to the machine, which Go would do over minutes, and
// lets the heap grow less from then on. The start has ended when the catalog is indexed and the first pages are rendered.
func returnStartMemory(ctx context.Context, indexed, rendered <-chan struct{}, log *slog.Logger) {
	select {
	case <-ctx.Done():
		return
	case <-indexed:
	}
	if os.Getenv("GOGC") == "" {
		limitHeapGrowth(ctx)
	}
	select {
	case <-ctx.Done():
		return
	case <-rendered:
	}
	debug.FreeOSMemory()
	if err := releaseProgramFile(); err != nil {
		log.DebugContext(ctx, "the pages of the program's file stay in memory", "error", err.Error())
	}
}

// limitHeapGrowth sets, now and after each collection until the context ends, by how much the heap may grow until the next one.
func limitHeapGrowth(ctx context.Context) {
	if ctx.Err() != nil {
		return
	}
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	debug.SetGCPercent(gcPercent(live[0].Value.Uint64()))
	// Nothing refers to it, so that the next collection finds it and calls this again.
	runtime.AddCleanup(&collected{}, limitHeapGrowth, ctx)
}

// collected is an object of its own block of memory: one without a pointer might share it with others that are still used.
type collected struct{ _ *byte }

// gcPercent returns how many per cent of what is live the heap may grow by.
func gcPercent(live uint64) int {
	return max(servingGCPercent, int(100*minHeapGrowth/max(live, 1<<20))) //nolint:gosec // G115: at most 2400
}

// releaseProgramFile has the system forget which pages of the program's own file have been used: most only by the start. What
// is used again is mapped again, from the system's cache of files.
func releaseProgramFile() error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	maps, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		return err
	}
	for _, m := range readOnlyMappings(string(maps), program) {
		if _, _, errno := syscall.Syscall(syscall.SYS_MADVISE, m.begin, m.end-m.begin, syscall.MADV_DONTNEED); errno != 0 {
			return fmt.Errorf("release %x-%x: %w", m.begin, m.end, errno)
		}
	}
	return nil
}

// mapping is a range of addresses.
type mapping struct{ begin, end uintptr }

// readOnlyMappings returns where a file is mapped, by the text of /proc/self/smaps, as far as nothing was ever written there: a
// page that differs from the file, as a linker or a debugger makes one, would be lost.
func readOnlyMappings(smaps, file string) (found []mapping) {
	last := false // the lines are about the last one in found
	for line := range strings.Lines(smaps) {
		fields := strings.Fields(line)
		switch {
		case len(fields) >= 5 && strings.Contains(fields[0], "-"):
			var m mapping
			m, last = parseMapping(fields[0])
			last = last && len(fields) == 6 && fields[5] == file && !strings.Contains(fields[1], "w")
			if last {
				found = append(found, m)
			}
		case last && len(fields) >= 2 && fields[0] == "Anonymous:" && fields[1] != "0":
			found, last = found[:len(found)-1], false
		}
	}
	return found
}

// parseMapping reads "55d0c0000000-55d0c0021000".
func parseMapping(text string) (m mapping, ok bool) {
	begin, end, _ := strings.Cut(text, "-")
	from, err := strconv.ParseUint(begin, 16, 64)
	if err != nil {
		return m, false
	}
	to, err := strconv.ParseUint(end, 16, 64)
	return mapping{uintptr(from), uintptr(to)}, err == nil
}
