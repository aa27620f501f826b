package app

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// traced makes a command record its calls into a file: what it writes, with all bytes in hexadecimal, and what it syncs.
func traced(t *testing.T, cmd *exec.Cmd, file string) *exec.Cmd {
	t.Helper()
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("strace is not installed: it records what the shop writes and syncs")
	}
	cmd.Args = append([]string{
		strace, "-D", "-f", "-y", "-xx", "--seccomp-bpf", "-s", "4194304", "-o", file,
		"-e", "trace=openat,write,pwrite64,fsync,fdatasync,ftruncate,unlink,unlinkat", cmd.Path,
	}, cmd.Args[1:]...)
	cmd.Path = strace
	return cmd
}

// diskCall is one recorded call about a file of the database, or a response with order numbers.
type diskCall struct {
	kind    string // of the system, or sync and synced (its begin and end), or respond
	thread  string
	path    string
	offset  int64
	data    []byte
	numbers []string // of the orders that a response confirms
}

var (
	recordedCall   = regexp.MustCompile(`^(\d+) +(?:<\.\.\. )?(\w+)(?:\(| resumed>)`)
	recordedText   = regexp.MustCompile(`[<"]((?:\\x[0-9a-f]{2})*)[>"]`)
	recordedNumber = regexp.MustCompile(`, (\d+)(?:\)| <unfinished)`)
	orderNumber    = regexp.MustCompile(`"orderId":"([^"]+)"`)
)

// readTrace returns the calls of a trace in their order. A write counts from its begin, a sync from its end.
func readTrace(t *testing.T, file, database string) []diskCall {
	t.Helper()
	trace, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = trace.Close() }()
	var calls []diskCall
	lines := bufio.NewScanner(trace)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		read, err := readCall(lines.Text(), database)
		if err != nil {
			t.Fatalf("%.200s: %v", lines.Text(), err)
		}
		calls = append(calls, read...)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return calls
}

// readCall reads a line; a sync that no other call interrupted is two calls.
func readCall(line, database string) ([]diskCall, error) {
	head := recordedCall.FindStringSubmatch(line)
	if head == nil {
		return nil, nil
	}
	call := diskCall{kind: head[2], thread: head[1]}
	resumed, failed := strings.Contains(line[:min(len(line), 40)], " resumed>"), strings.Contains(line[max(0, len(line)-60):], " = -1 ")
	sync := call.kind == "fsync" || call.kind == "fdatasync"
	switch {
	case failed:
		return nil, nil
	case resumed && sync:
		call.kind = "synced"
		return []diskCall{call}, nil
	case resumed:
		return nil, nil
	}
	texts, err := recordedTexts(line)
	if err != nil || len(texts) == 0 {
		return nil, err
	}
	if call.kind == "write" && len(texts) > 1 && bytes.HasPrefix(texts[1], []byte("HTTP/1.1 200")) {
		for _, number := range orderNumber.FindAllSubmatch(texts[1], -1) {
			call.numbers = append(call.numbers, string(number[1]))
		}
		call.kind = "respond"
		return []diskCall{call}, nil
	}
	call.path = string(texts[0])
	switch call.kind {
	case "openat", "unlink", "unlinkat":
		call.path = string(texts[len(texts)-1])
	}
	if call.kind == "openat" && !strings.Contains(line, "O_CREAT") {
		return nil, nil
	}
	folder := strings.TrimSuffix(database, "/kirana.db")
	if call.kind == "write" || call.path != database && call.path != database+"-wal" && call.path != folder {
		return nil, nil
	}
	if call.kind == "pwrite64" || call.kind == "ftruncate" {
		numbers := recordedNumber.FindAllStringSubmatch(line[max(0, len(line)-100):], -1)
		if len(numbers) == 0 {
			return nil, fmt.Errorf("no offset in %q", line[max(0, len(line)-100):])
		}
		if call.offset, err = strconv.ParseInt(numbers[len(numbers)-1][1], 10, 64); err != nil {
			return nil, err
		}
	}
	if call.kind == "pwrite64" {
		call.data = texts[1]
	}
	if sync && !strings.Contains(line[max(0, len(line)-40):], "unfinished") {
		ended := call
		call.kind, ended.kind = "sync", "synced"
		return []diskCall{call, ended}, nil
	}
	if sync {
		call.kind = "sync"
	}
	return []diskCall{call}, nil
}

// recordedTexts returns the first paths and texts of a line.
func recordedTexts(line string) (texts [][]byte, err error) {
	for _, text := range recordedText.FindAllStringSubmatch(line, 3) {
		decoded, err := hex.DecodeString(strings.ReplaceAll(text[1], `\x`, ""))
		if err != nil {
			return nil, err
		}
		texts = append(texts, decoded)
	}
	return texts, nil
}

// sector is the number of bytes that a disk writes whole.
const sector = 512

// diskFile is a file's content on the disk, and the writes that may be lost.
type diskFile struct {
	durable []byte
	pending []diskCall // writes and truncations without a sync since
	linked  bool       // the name survives
	removed bool       // the name may be gone
}

// failingDisk follows the calls of a trace.
type failingDisk struct {
	files     map[string]*diskFile
	syncs     map[string]pendingSync // by thread
	forgetful func(path string) bool // reports whether the file's syncs do nothing: a planted fault
}

type pendingSync struct {
	path  string
	calls int // of the file, which the sync covers
}

func (d *failingDisk) apply(c diskCall) {
	file := d.files[c.path]
	if file == nil {
		file = &diskFile{}
		d.files[c.path] = file
	}
	switch c.kind {
	case "openat":
		if file.removed {
			*file = diskFile{}
		}
	case "pwrite64", "ftruncate":
		file.pending = append(file.pending, c)
	case "unlink", "unlinkat":
		file.removed = true
	case "sync":
		d.syncs[c.thread] = pendingSync{c.path, len(file.pending)}
	case "synced":
		d.synced(d.syncs[c.thread])
		delete(d.syncs, c.thread)
	}
}

func (d *failingDisk) synced(s pendingSync) {
	file := d.files[s.path]
	if file == nil || d.forgetful(s.path) {
		return
	}
	for _, c := range file.pending[:min(s.calls, len(file.pending))] {
		file.durable = applied(file.durable, c, func() bool { return true })
	}
	file.pending = file.pending[min(s.calls, len(file.pending)):]
	for path, other := range d.files { // of a folder: its names
		if strings.HasPrefix(path, s.path+"/") {
			other.linked = !other.removed
		}
	}
}

// applied changes a file by a call, of whose sectors those are written that keep names.
func applied(content []byte, c diskCall, keep func() bool) []byte {
	if c.kind == "ftruncate" {
		if !keep() {
			return content
		}
		return append(content[:min(len(content), int(c.offset))], make([]byte, max(0, int(c.offset)-len(content)))...)
	}
	for begin := 0; begin < len(c.data); begin += sector {
		if !keep() {
			continue
		}
		part := c.data[begin:min(len(c.data), begin+sector)]
		at := int(c.offset) + begin
		if missing := at + len(part) - len(content); missing > 0 {
			content = append(content, make([]byte, missing)...)
		}
		copy(content[at:], part)
	}
	return content
}

// cut writes the files that a power cut could leave now: of the pending sectors none, some or all are there.
func (d *failingDisk) cut(random *rand.Rand, target map[string]string) error {
	share := []float64{0, 0.1, 0.5, 0.9, 1}[random.IntN(5)]
	keep := func() bool { return random.Float64() < share }
	for path, to := range target {
		file := d.files[path]
		if file == nil || (file.removed && keep()) || (!file.linked && !keep()) {
			if err := os.RemoveAll(to); err != nil {
				return err
			}
			continue
		}
		content := bytes.Clone(file.durable)
		for _, c := range file.pending {
			content = applied(content, c, keep)
		}
		if err := os.WriteFile(to, content, 0o600); err != nil {
			return err
		}
	}
	return nil
}
