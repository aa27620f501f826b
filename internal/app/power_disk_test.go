package app

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// sector is the number of bytes that a disk writes completely or not at all.
const sector = 512

// diskFile is a file or a folder: what is safely on the disk, and what a power cut may lose.
type diskFile struct {
	durable []byte
	pending []diskCall // writes and truncations after the last sync
	size    int64      // as programs see it

	names map[string]*diskFile // entries of a folder as programs see them; nil for a file
	kept  map[string]*diskFile // entries of a folder that are on the disk
}

// nameCall changes names in folders, either all of them or none.
type nameCall struct {
	number  int
	changes []nameChange
}

// nameChange gives a file a name in a folder. If file is nil, it removes the name.
type nameChange struct {
	folder *diskFile
	name   string
	file   *diskFile
}

// failingDisk is the state of a disk after the recorded calls below a folder.
type failingDisk struct {
	root      string
	top       *diskFile
	names     []nameCall             // not followed by a sync of their folders
	syncs     map[string]pendingSync // by thread
	forgetful func(path string) bool // reports whether syncs of a path do nothing, as a planted fault
}

type pendingSync struct {
	file   *diskFile
	path   string
	number int // it covers the calls with lower numbers
}

// newFailingDisk returns a disk on which the folder root has the files of the folder base.
func newFailingDisk(root, base string, forgetful func(string) bool) (*failingDisk, error) {
	top, err := readDisk(base)
	return &failingDisk{root: root, top: top, syncs: map[string]pendingSync{}, forgetful: forgetful}, err
}

func readDisk(path string) (*diskFile, error) {
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, err
	}
	folder := &diskFile{names: map[string]*diskFile{}}
	for _, entry := range entries {
		name := filepath.Join(path, entry.Name())
		switch {
		case strings.HasSuffix(name, "-shm"):
			continue
		case entry.IsDir():
			folder.names[entry.Name()], err = readDisk(name)
		default:
			var content []byte
			content, err = os.ReadFile(name)
			folder.names[entry.Name()] = &diskFile{durable: content, size: int64(len(content))}
		}
		if err != nil {
			return nil, err
		}
	}
	folder.kept = maps.Clone(folder.names)
	return folder, nil
}

// find returns the file with the path, or nil.
func (d *failingDisk) find(path string) *diskFile {
	relative, below := strings.CutPrefix(path, d.root)
	if !below {
		return nil
	}
	file := d.top
	for name := range strings.SplitSeq(strings.Trim(relative, "/"), "/") {
		if name == "" || file == nil {
			return file
		}
		file = file.names[name]
	}
	return file
}

func (d *failingDisk) apply(c diskCall) {
	file := d.find(c.path)
	switch c.kind {
	case "open", "mkdir":
		if file == nil {
			file = &diskFile{}
			if c.kind == "mkdir" {
				file.names, file.kept = map[string]*diskFile{}, map[string]*diskFile{}
			}
			d.rename(c.number, d.change(c.path, file))
		} else if c.empty && file.size > 0 {
			file.add(diskCall{kind: "truncate", number: c.number})
		}
	case "write", "truncate":
		if file != nil {
			file.add(c)
		}
	case "name":
		changes := []nameChange{}
		if c.path != "" {
			changes = append(changes, d.change(c.path, d.find(c.from)))
		}
		if !c.keeps {
			changes = append(changes, d.change(c.from, nil))
		}
		d.rename(c.number, changes...)
	case "sync":
		d.syncs[c.thread] = pendingSync{file, c.path, c.number}
	case "synced":
		d.synced(d.syncs[c.thread])
		delete(d.syncs, c.thread)
	}
}

func (d *failingDisk) change(path string, file *diskFile) nameChange {
	return nameChange{d.find(filepath.Dir(path)), filepath.Base(path), file}
}

func (d *failingDisk) rename(number int, changes ...nameChange) {
	changes = slices.DeleteFunc(changes, func(c nameChange) bool { return c.folder == nil })
	for _, c := range changes {
		if c.file == nil {
			delete(c.folder.names, c.name)
		} else {
			c.folder.names[c.name] = c.file
		}
	}
	d.names = append(d.names, nameCall{number, changes})
}

// add adds a write or truncation to the pending ones.
func (f *diskFile) add(c diskCall) {
	switch {
	case c.kind == "truncate":
		f.size = c.offset
	case c.offset < 0:
		c.offset = f.size
		fallthrough
	default:
		f.size = max(f.size, c.offset+int64(len(c.data)))
	}
	f.pending = append(f.pending, c)
}

func (d *failingDisk) synced(s pendingSync) {
	if s.file == nil || d.forgetful(s.path) {
		return
	}
	for len(s.file.pending) > 0 && s.file.pending[0].number < s.number {
		s.file.durable = contentAfter(s.file.durable, s.file.pending[0], always)
		s.file.pending = s.file.pending[1:]
	}
	// A covered call covers earlier ones about the same names, also in other folders: a file that was renamed out of a
	// folder does not appear there later.
	covered, changed := map[int]bool{}, map[nameChange]bool{}
	for _, c := range slices.Backward(d.names) {
		if c.number < s.number && slices.ContainsFunc(c.changes, func(c nameChange) bool { return c.folder == s.file || changed[c.withoutFile()] }) {
			covered[c.number] = true
			for _, change := range c.changes {
				changed[change.withoutFile()] = true
			}
		}
	}
	d.names = slices.DeleteFunc(d.names, func(c nameCall) bool {
		if covered[c.number] {
			c.apply(func(folder *diskFile) map[string]*diskFile { return folder.kept })
		}
		return covered[c.number]
	})
}

// withoutFile returns the change without its file.
func (c nameChange) withoutFile() nameChange { return nameChange{folder: c.folder, name: c.name} }

func always() bool { return true }

// apply makes the changes in the names that of returns for each folder.
func (c nameCall) apply(of func(folder *diskFile) map[string]*diskFile) {
	for _, change := range c.changes {
		if change.file == nil {
			delete(of(change.folder), change.name)
		} else {
			of(change.folder)[change.name] = change.file
		}
	}
}

// contentAfter returns a file's content after a call. keep decides for each sector, or for a truncation, whether it
// reaches the disk.
func contentAfter(content []byte, c diskCall, keep func() bool) []byte {
	if c.kind == "truncate" {
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

// cut writes the folder to target as a power cut could leave it now: with none, some or all of the pending sectors and
// names.
func (d *failingDisk) cut(random *rand.Rand, target string) error {
	share := []float64{0, 0.1, 0.5, 0.9, 1}[random.IntN(5)]
	return d.write(target, func() bool { return random.Float64() < share })
}

func (d *failingDisk) write(target string, keep func() bool) error {
	names := map[*diskFile]map[string]*diskFile{}
	of := func(folder *diskFile) map[string]*diskFile {
		if names[folder] == nil {
			names[folder] = maps.Clone(folder.kept)
		}
		return names[folder]
	}
	for _, c := range d.names {
		if keep() {
			c.apply(of)
		}
	}
	if err := os.RemoveAll(target); err != nil {
		return err
	}
	return d.top.write(target, of, keep)
}

func (f *diskFile) write(target string, of func(*diskFile) map[string]*diskFile, keep func() bool) error {
	if f.names == nil {
		content := bytes.Clone(f.durable)
		for _, c := range f.pending {
			content = contentAfter(content, c, keep)
		}
		return os.WriteFile(target, content, 0o600)
	}
	if err := os.Mkdir(target, 0o700); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(of(f))) { // sorted, so that the seed decides
		if err := of(f)[name].write(filepath.Join(target, name), of, keep); err != nil {
			return err
		}
	}
	return nil
}

// differs returns an error if a file of the first folder is missing or has other bytes in the second.
func differs(one, other string) error {
	return filepath.WalkDir(one, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || strings.HasSuffix(path, "-shm") {
			return err
		}
		counterpart := filepath.Join(other, strings.TrimPrefix(path, one))
		if entry.IsDir() {
			_, err := os.ReadDir(counterpart)
			return err
		}
		a, err := os.ReadFile(path)
		b, missing := os.ReadFile(counterpart)
		if err := errors.Join(err, missing); err != nil {
			return err
		}
		if !bytes.Equal(a, b) {
			return fmt.Errorf("%s has %d bytes, and %d or others in %s", path, len(a), len(b), other)
		}
		return nil
	})
}
