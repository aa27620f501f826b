package app

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
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
