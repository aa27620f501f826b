package pictures

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"kirana/internal/fault"
	"kirana/internal/media"
)

const (
	// maxFiles limits the files of a folder or zip.
	maxFiles = 20_000
	// maxRatio is the maximum compression of a file in a zip. Pictures are compressed already, so a higher ratio means a zip
	// bomb.
	maxRatio = 100
	// maxTotal limits the uncompressed bytes that a zip declares.
	maxTotal = 20 << 30
)

// FileOutcome is the result of one file of a folder or zip.
type FileOutcome struct {
	PictureOutcome

	Refusal string // reason that the file was skipped, or ""
}

// TakeFiles takes the pictures of a folder, of a zip, or a single file, and reports each result. It skips and reports files
// that are not pictures, not regular files, or dangerous, and skips hidden files. It writes nothing to a path that a zip names.
func (s *Service) TakeFiles(ctx context.Context, name string, report func(FileOutcome)) error {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return s.takeFolder(ctx, name, report)
	case strings.EqualFold(filepath.Ext(name), ".zip"):
		return s.takeZip(ctx, name, report)
	}
	return s.takeFile(ctx, filepath.Base(name), func() (io.ReadCloser, error) { return os.Open(name) }, report)
}

// takeFolder takes the pictures of a folder. It does not follow links, and os.Root keeps it inside the folder.
func (s *Service) takeFolder(ctx context.Context, name string, report func(FileOutcome)) error {
	root, err := os.OpenRoot(name)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	files := 0
	return fs.WalkDir(root.FS(), ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if hidden(file) && file != "." {
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if entry.IsDir() {
			return nil
		}
		if files++; files > maxFiles {
			return tooMany()
		}
		if !entry.Type().IsRegular() {
			report(FileOutcome{PictureOutcome{File: file}, "This is a link or a device, not a file."})
			return nil
		}
		// The match may be by the name of a sub-folder, so pass the whole path.
		return s.takeFile(ctx, file, func() (io.ReadCloser, error) { return root.Open(file) }, report)
	})
}

func (s *Service) takeZip(ctx context.Context, name string, report func(FileOutcome)) error {
	archive, err := zip.OpenReader(name)
	if err != nil {
		return fault.New(fault.Invalid, "zip_broken", "The zip is damaged and cannot be read.")
	}
	defer func() { _ = archive.Close() }()
	if len(archive.File) > maxFiles {
		return tooMany()
	}
	var total uint64
	for _, entry := range archive.File {
		file := strings.ReplaceAll(entry.Name, `\`, "/")
		if entry.FileInfo().IsDir() || hidden(file) {
			continue
		}
		refusal := refuseEntry(entry, file)
		if total += entry.UncompressedSize64; total > maxTotal {
			return fault.New(fault.TooLarge, "zip_too_large", "The zip holds more than %d GB.", int64(maxTotal)>>30)
		}
		if refusal != "" {
			report(FileOutcome{PictureOutcome{File: file}, refusal})
			continue
		}
		if err := s.takeFile(ctx, file, entry.Open, report); err != nil {
			return err
		}
	}
	return nil
}

// refuseEntry returns the reason to skip an entry of a zip, or "".
func refuseEntry(entry *zip.File, file string) string {
	switch {
	case path.IsAbs(file), !fs.ValidPath(path.Clean(file)), strings.Contains("/"+file+"/", "/../"):
		return "Its name leads out of the zip."
	case !entry.Mode().IsRegular():
		return "This is a link or a device, not a file."
	case entry.Flags&1 != 0:
		return "It is locked with a password."
	case entry.UncompressedSize64 > media.MaxBytes:
		return fmt.Sprintf("A picture can have at most %d MB.", media.MaxBytes>>20)
	case entry.UncompressedSize64 > maxRatio*max(entry.CompressedSize64, 1):
		return "It is packed too tightly to be a picture."
	}
	return ""
}

// takeFile takes one picture. It reports a refused picture; any other error ends the run.
func (s *Service) takeFile(ctx context.Context, file string, open func() (io.ReadCloser, error), report func(FileOutcome)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	reader, err := open()
	if err != nil {
		report(FileOutcome{PictureOutcome{File: file}, "It cannot be read."})
		return nil //nolint:nilerr // reported: the others go on
	}
	picture, err := s.Media.AcceptToCompare(ctx, reader)
	_ = reader.Close() // already read
	refusal := fault.Of(err)
	switch {
	case refusal != nil && refusal.Kind == fault.Unavailable:
		return err
	case refusal != nil:
		report(FileOutcome{PictureOutcome{File: file}, refusal.Message})
		return nil //nolint:nilerr // reported: the others go on
	case err != nil:
		return err
	}
	outcome, err := s.Take(ctx, file, picture)
	if err == nil {
		report(FileOutcome{PictureOutcome: outcome})
	}
	return err
}

// hidden reports whether a file is hidden by a dot in its path, or belongs to the operating system, such as thumbs.db.
func hidden(file string) bool {
	for part := range strings.SplitSeq(file, "/") {
		if part == "__MACOSX" || (strings.HasPrefix(part, ".") && part != "." && part != "..") {
			return true
		}
	}
	return strings.EqualFold(path.Base(file), "thumbs.db")
}

func tooMany() error {
	return errors.New("at most 20,000 files can be taken at once")
}
