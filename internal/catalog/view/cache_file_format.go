package view

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"kirana/internal/catalog"
)

// A file of the catalog has its products in parts as packer writes them, each followed by its checksum, then a footer as JSON
// with its checksum, and at its end the footer's length and fileMark.
const (
	// fileMark is the form of the file: another one for each change of it.
	fileMark    = "kirana1\n"
	fileEndSize = 4 + 4 + len(fileMark) // checksum of the footer, its length, mark
	// maxFileFooter bounds the footer, in bytes.
	maxFileFooter = 1 << 28
)

// fileFooter says what a file of the catalog holds.
type fileFooter struct {
	Schema  int64 // of the database
	Token   string
	Cursor  int64 // of the change feed, as Newest and Greatest
	Newest  int64
	Tx      int64
	Parts   []filePart
	Strings [][]byte // those of stringTable; whatever their bytes are, unlike texts of JSON
}

// filePart is the length of a part of the file, in bytes, without its checksum.
type filePart struct{ Numbers, Texts int }

// errFile is returned for a file that is not what writeFile wrote.
var errFile = errors.New("the file is damaged, or of another program")

var checksums = crc32.MakeTable(crc32.Castagnoli)

// writeFile writes products to a new file that takes the place of the one at a path once it is whole.
func writeFile(path string, footer fileFooter, products productList) (err error) {
	unfinished := path + ".new"
	file, err := os.OpenFile(unfinished, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = file.Close()
			_ = os.Remove(unfinished)
		}
	}()
	w := bufio.NewWriterSize(file, 1<<16)
	p := packer{strings: &stringTable{numbers: map[string]int{}}}
	for i, chunk := range products.chunks {
		p.pack(chunk.products[:min(chunkSize, products.length-i*chunkSize)])
		footer.Parts = append(footer.Parts, filePart{len(p.numbers), len(p.texts)})
		if err = writeSummed(w, p.numbers, p.texts); err != nil {
			return err
		}
	}
	for _, text := range p.strings.texts {
		footer.Strings = append(footer.Strings, []byte(text))
	}
	text, err := json.Marshal(footer)
	if err != nil {
		return err
	}
	if len(text) > maxFileFooter {
		return fmt.Errorf("the footer has %d bytes", len(text))
	}
	if err = writeSummed(w, text); err == nil {
		end := binary.LittleEndian.AppendUint32(nil, uint32(len(text))) //nolint:gosec // G115: see maxFileFooter
		_, err = w.Write(append(end, fileMark...))
	}
	if err == nil {
		err = errors.Join(w.Flush(), file.Close())
	}
	if err == nil {
		// Not synced before: a file that a crash leaves damaged is not read.
		err = os.Rename(unfinished, path)
	}
	return err
}

// writeSummed writes bytes and their checksum.
func writeSummed(w io.Writer, parts ...[]byte) error {
	sum := uint32(0)
	for _, part := range parts {
		sum = crc32.Update(sum, checksums, part)
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	_, err := w.Write(binary.LittleEndian.AppendUint32(nil, sum))
	return err
}

// readFooter reads the footer of a file.
func readFooter(file *os.File) (footer fileFooter, err error) {
	info, err := file.Stat()
	if err != nil {
		return footer, err
	}
	end := make([]byte, fileEndSize)
	if info.Size() < int64(len(end)) {
		return footer, errFile
	}
	if _, err := file.ReadAt(end, info.Size()-int64(len(end))); err != nil {
		return footer, err
	}
	length := int64(binary.LittleEndian.Uint32(end[4:8]))
	begin := info.Size() - int64(len(end)) - length
	if string(end[8:]) != fileMark || length > maxFileFooter || begin < 0 {
		return footer, errFile
	}
	text := make([]byte, length)
	if _, err := file.ReadAt(text, begin); err != nil {
		return footer, err
	}
	if crc32.Checksum(text, checksums) != binary.LittleEndian.Uint32(end) || json.Unmarshal(text, &footer) != nil {
		return footer, errFile
	}
	for _, part := range footer.Parts {
		if part.Numbers < 0 || part.Texts < 0 {
			return footer, errFile
		}
		begin -= int64(part.Numbers) + int64(part.Texts) + crc32.Size
	}
	if begin != 0 {
		return footer, errFile
	}
	return footer, nil
}

// readProducts reads the products of a file in their order, on every processor.
func readProducts(file *os.File, footer fileFooter) ([]*catalog.Product, error) {
	offsets := make([]int64, len(footer.Parts)+1)
	for i, part := range footer.Parts {
		offsets[i+1] = offsets[i] + int64(part.Numbers) + int64(part.Texts) + crc32.Size
	}
	shared := make([]string, len(footer.Strings))
	for i, text := range footer.Strings {
		shared[i] = string(text)
	}
	parts := make([][]catalog.Product, len(footer.Parts))
	var group errgroup.Group
	var next atomic.Int64
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() error {
			var buffer []byte
			for i := next.Add(1) - 1; i < int64(len(parts)); i = next.Add(1) - 1 {
				buffer = slices.Grow(buffer[:0], int(offsets[i+1]-offsets[i]))[:offsets[i+1]-offsets[i]]
				if _, err := file.ReadAt(buffer, offsets[i]); err != nil {
					return err
				}
				var err error
				if parts[i], err = readPart(buffer, footer.Parts[i], shared); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	products := make([]*catalog.Product, 0, len(parts)*chunkSize)
	for _, part := range parts {
		for i := range part {
			products = append(products, &part[i])
		}
	}
	return products, nil
}

// readPart reads the products of a part of a file, which ends with its checksum.
func readPart(part []byte, lengths filePart, shared []string) ([]catalog.Product, error) {
	content, sum := part[:len(part)-crc32.Size], part[len(part)-crc32.Size:]
	if crc32.Checksum(content, checksums) != binary.LittleEndian.Uint32(sum) {
		return nil, errFile
	}
	return unpack(content[:lengths.Numbers], string(content[lengths.Numbers:]), shared)
}
