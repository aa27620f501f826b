package app

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// withTrace makes a command record its calls into a file: the bytes that it writes, in hexadecimal, what it syncs, and
// the names that it creates and removes. copy_file_range fails, so that the copied bytes are written and recorded.
func withTrace(t *testing.T, cmd *exec.Cmd, file string) *exec.Cmd {
	t.Helper()
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("strace is not installed: it records what the shop writes and syncs")
	}
	cmd.Args = append([]string{
		strace, "-D", "-f", "-y", "-xx", "--seccomp-bpf", "-s", "4194304", "-o", file, "-e", "inject=copy_file_range:error=ENOSYS",
		"-e", "trace=open,openat,write,lseek,pwrite64,copy_file_range,fsync,fdatasync,ftruncate,rename,renameat,renameat2,link,linkat,unlink,unlinkat,rmdir,mkdir,mkdirat", cmd.Path,
	}, cmd.Args[1:]...)
	cmd.Path = strace
	return cmd
}

// diskCall is a recorded call about a file below the folder, or a text that the program sends or prints.
type diskCall struct {
	kind     string // open, write, truncate, name, mkdir, sync and synced (the start and end of a sync), respond, print
	number   int    // in the order of the calls
	thread   string
	path     string // for name: the new one, or ""
	from     string // for name: the old one
	keeps    bool   // for name: the old one stays, as with a link
	empty    bool   // for open: it truncates the file
	offset   int64  // -1 is the end of the file
	data     []byte
	reported []string // orders and pictures that a response confirms, or what a command has printed
}

var (
	recordedCall   = regexp.MustCompile(`^(\d+) +(\w+)\(`)
	resumedCall    = regexp.MustCompile(`^(\d+) +<\.\.\. \w+ resumed>`)
	recordedNumber = regexp.MustCompile(`^-?\d+`)
	confirmedName  = regexp.MustCompile(`"(?:orderId|imageUrl":\{"url)":"([^"]+)"`)
)

const unfinishedCall = " <unfinished ...>"

// readTrace returns the calls about files below the folder root, ordered by their starts. A sync also has a call
// synced, where it ended.
func readTrace(t *testing.T, file, root string) []diskCall {
	t.Helper()
	trace, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = trace.Close() }()
	var lines []string         // each has a complete call, where that started
	begins := map[string]int{} // the lines of calls that have not ended, by thread
	unfinishedAt := map[int]bool{}
	ends := map[int]int{} // maps the line at which such a call ended to that of its start
	scanner := bufio.NewScanner(trace)
	scanner.Buffer(nil, 64<<20)
	for scanner.Scan() {
		line := scanner.Text()
		if resumed := resumedCall.FindStringSubmatch(line[:min(len(line), 60)]); resumed != nil {
			begin := begins[resumed[1]]
			lines[begin] += line[len(resumed[0]):]
			ends[len(lines)] = begin
			lines = append(lines, "")
			continue
		}
		if begun, unfinished := strings.CutSuffix(line, unfinishedCall); unfinished {
			line = begun
			thread, _, _ := strings.Cut(line, " ")
			begins[thread] = len(lines)
			unfinishedAt[len(lines)] = true
		}
		lines = append(lines, line)
	}
	if err := scanner.Err(); err != nil {
		t.Fatal(err)
	}
	r := traceReader{root: root, offsets: map[string]int64{}}
	syncs := map[int]diskCall{} // those that have not ended, by line
	var calls []diskCall
	for i, line := range lines {
		if begin, ended := ends[i]; ended {
			if call, isSync := syncs[begin]; isSync {
				calls = append(calls, diskCall{kind: "synced", thread: call.thread})
			}
			continue
		}
		call, err := r.read(line)
		if err != nil {
			t.Fatalf("read the trace's line %.200s: %v", line, err)
		}
		if call.kind == "" || call.kind != "respond" && call.kind != "print" && !r.isBelow(call.path) && !r.isBelow(call.from) {
			continue
		}
		calls = append(calls, call)
		if call.kind != "sync" {
			continue
		}
		if unfinishedAt[i] {
			syncs[i] = call
		} else {
			calls = append(calls, diskCall{kind: "synced", thread: call.thread})
		}
	}
	return calls
}

// traceReader parses the calls of a trace.
type traceReader struct {
	root    string
	offsets map[string]int64 // of open files, by number and path; -1 for files opened to append
}

func (r *traceReader) isBelow(path string) bool {
	return (path == r.root || strings.HasPrefix(path, r.root+"/")) && !strings.HasSuffix(path, "-shm")
}

// read parses a complete call. The kind of a call that failed or changes nothing is "".
func (r *traceReader) read(line string) (diskCall, error) {
	head := recordedCall.FindStringSubmatch(line[:min(len(line), 60)])
	at := strings.LastIndex(line, " = ")
	if head == nil || at < 0 {
		return diskCall{}, nil
	}
	result := recordedNumber.FindString(line[at+3:])
	returned, err := strconv.ParseInt(result, 10, 64)
	if err != nil || returned < 0 {
		return diskCall{}, nil //nolint:nilerr // the process ended during the call
	}
	args := strings.Split(strings.TrimSuffix(strings.TrimRight(line[len(head[0]):at], " "), ")"), ", ")
	call := diskCall{thread: head[1]}
	path, err := recordedText(args[0])
	if err != nil || strings.HasSuffix(args[0], "(deleted)") {
		return diskCall{}, err
	}
	open := recordedNumber.FindString(args[0]) + ":" + path
	switch name := head[2]; name {
	case "open", "mkdir", "unlink", "rmdir", "rename", "link": // like those with a folder as first argument
		return r.spanNamed(call, name, append([]string{""}, args...), result)
	case "openat", "mkdirat", "unlinkat", "renameat", "renameat2", "linkat":
		return r.spanNamed(call, strings.TrimSuffix(strings.TrimSuffix(name, "2"), "at"), args, result)
	case "lseek":
		if r.offsets[open] >= 0 {
			r.offsets[open] = returned
		}
		return diskCall{}, nil
	case "write", "pwrite64":
		text, err := recordedText(args[1])
		if err != nil {
			return diskCall{}, err
		}
		if strings.HasPrefix(text, "HTTP/1.1 200") || strings.HasPrefix(args[0], "1<") {
			return responded(call, text), nil
		}
		call.kind, call.path, call.data, call.offset = "write", path, []byte(text)[:min(int64(len(text)), returned)], r.offsets[open]
		if name == "pwrite64" {
			call.offset, err = strconv.ParseInt(args[3], 10, 64)
		} else if call.offset >= 0 {
			r.offsets[open] += returned
		}
		return call, err
	case "ftruncate":
		call.kind, call.path = "truncate", path
		call.offset, err = strconv.ParseInt(args[1], 10, 64)
		return call, err
	case "fsync", "fdatasync":
		call.kind, call.path = "sync", path
		return call, nil
	}
	return diskCall{}, nil
}

func responded(call diskCall, text string) diskCall {
	if !strings.HasPrefix(text, "HTTP/") {
		call.kind, call.reported = "print", []string{text}
		return call
	}
	call.kind = "respond"
	for _, name := range confirmedName.FindAllStringSubmatch(text, -1) {
		call.reported = append(call.reported, name[1])
	}
	return call
}

// spanNamed parses a call about names. args are a folder and a name, or two of each.
func (r *traceReader) spanNamed(call diskCall, kind string, args []string, result string) (diskCall, error) {
	path, err := pathOf(args[0], args[1])
	if err != nil {
		return diskCall{}, err
	}
	switch kind {
	case "open":
		call.kind, call.path, call.empty = "open", path, strings.Contains(args[2], "O_TRUNC")
		r.offsets[result+":"+path] = 0
		if strings.Contains(args[2], "O_APPEND") {
			r.offsets[result+":"+path] = -1
		}
		if !strings.Contains(args[2], "O_CREAT") && !call.empty {
			return diskCall{}, nil
		}
	case "mkdir":
		call.kind, call.path = "mkdir", path
	case "unlink", "rmdir":
		call.kind, call.from = "name", path
	default:
		folder := ""
		to := args[len(args)-1]
		if len(args) > 3 {
			folder, to = args[2], args[3]
		}
		call.kind, call.from, call.keeps = "name", path, kind == "link"
		if call.path, err = pathOf(folder, to); err != nil {
			return diskCall{}, err
		}
	}
	return call, nil
}

func pathOf(folder, name string) (string, error) {
	path, err := recordedText(name)
	if err != nil || filepath.IsAbs(path) {
		return path, err
	}
	above, err := recordedText(folder)
	return filepath.Join(above, path), err
}

// recordedText decodes an argument: the path of an open file, or a string.
func recordedText(arg string) (string, error) {
	begin := strings.IndexAny(arg, `<"`)
	if begin < 0 {
		return "", nil
	}
	text := arg[begin+1:]
	end := strings.IndexAny(text, `>"`)
	if end < 0 {
		return "", fmt.Errorf("no end of %.100q", arg)
	}
	decoded, err := hex.DecodeString(strings.ReplaceAll(text[:end], `\x`, ""))
	return string(decoded), err
}
