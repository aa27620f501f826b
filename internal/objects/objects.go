// Package objects stores files by name, in a folder or in an S3 bucket.
package objects

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"kirana/internal/fault"
)

// Object is one stored file.
type Object struct {
	Name       string // may contain slashes
	Size       int64  // bytes
	ModifiedAt time.Time
}

// Store is a folder or a prefix of a bucket. A missing file is fs.ErrNotExist.
type Store interface {
	// Put stores a file, all or nothing, replacing an existing one.
	Put(ctx context.Context, name string, content io.ReadSeeker) error
	// Get opens a file. The caller closes it.
	Get(ctx context.Context, name string) (io.ReadCloser, error)
	// Stat returns a file as List returns it.
	Stat(ctx context.Context, name string) (Object, error)
	// List returns the files whose names begin with prefix, sorted by name.
	List(ctx context.Context, prefix string) ([]Object, error)
	// Remove deletes a file; a missing one is not an error.
	Remove(ctx context.Context, name string) error
}

// Address is the location of a store: a folder or a bucket.
type Address struct {
	Folder string // absolute; "" for a bucket

	Bucket, Prefix  string // the prefix has no leading or trailing slash
	Endpoint        string // http(s)://…; "" for Amazon's own
	Region          string
	KeyID, Password string // AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY
}

// defaultRegion is expected by most servers other than Amazon's.
const defaultRegion = "us-east-1"

// Parse parses file:///folder or s3://bucket/prefix?endpoint=…&region=…; a bucket's credentials are
// in the environment. setting names the address in refusals.
func Parse(setting, address string) (Address, error) {
	refused := func(reason string) (Address, error) {
		return Address{}, fault.New(fault.Invalid, "bad_address", "%s %s", setting, reason)
	}
	u, err := url.Parse(address)
	if err != nil {
		return refused("must be file:///folder or s3://bucket/prefix?endpoint=….")
	}
	switch u.Scheme {
	case "file":
		folder := u.Path
		if below := strings.TrimPrefix(folder, "/"); filepath.VolumeName(below) != "" { // file:///D:/copies on Windows
			folder = below
		}
		if u.Host != "" || !filepath.IsAbs(folder) {
			return refused("must name a folder from the root: file:///srv/copies.")
		}
		return Address{Folder: filepath.Clean(folder)}, nil
	case "s3":
	default:
		return refused("must begin with file:// or s3://.")
	}
	a := Address{
		Bucket: u.Host, Prefix: strings.Trim(u.Path, "/"), Endpoint: u.Query().Get("endpoint"), Region: u.Query().Get("region"),
		KeyID: os.Getenv("AWS_ACCESS_KEY_ID"), Password: os.Getenv("AWS_SECRET_ACCESS_KEY"),
	}
	if a.Region == "" {
		a.Region = os.Getenv("AWS_REGION")
	}
	if a.Region == "" && a.Endpoint != "" {
		a.Region = defaultRegion
	}
	endpoint, err := url.Parse(a.Endpoint)
	switch {
	case a.Bucket == "":
		return refused("must name a bucket: s3://bucket/prefix.")
	case err != nil || (a.Endpoint != "" && (endpoint.Host == "" || (endpoint.Scheme != "http" && endpoint.Scheme != "https"))):
		return refused("must give the endpoint as an http:// or https:// address.")
	case a.Region == "":
		return refused("must name a region (?region=…) or an endpoint.")
	case a.KeyID == "" || a.Password == "":
		return refused("is a bucket: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set.")
	}
	return a, nil
}

// ParseBucket is Parse, but refuses a folder.
func ParseBucket(setting, address string) (Address, error) {
	a, err := Parse(setting, address)
	if err == nil && a.Folder != "" {
		return Address{}, fault.New(fault.Invalid, "bad_address", "%s must begin with s3://.", setting)
	}
	return a, err
}

// Copy copies a file between stores under the same name.
func Copy(ctx context.Context, from, to Store, name string) error {
	return CopyAs(ctx, from, to, name, name)
}

// CopyAs copies a file between stores under another name. A file from a bucket is held in memory:
// these are pictures of a few megabytes.
func CopyAs(ctx context.Context, from, to Store, name, target string) error {
	content, err := from.Get(ctx, name)
	if err != nil {
		return err
	}
	defer func() { _ = content.Close() }()
	seekable, ok := content.(io.ReadSeeker)
	if !ok {
		data, err := io.ReadAll(content)
		if err != nil {
			return fmt.Errorf("fetch %s: %w", name, err)
		}
		seekable = bytes.NewReader(data)
	}
	return to.Put(ctx, target, seekable)
}

// Open returns the store of an address, without connecting yet.
func Open(a Address) Store {
	if a.Folder != "" {
		return folder{a.Folder}
	}
	return newBucket(a)
}

// Local reports whether the store is a folder of this machine.
func (a Address) Local() bool { return a.Folder != "" }

// String returns the address without credentials.
func (a Address) String() string {
	if a.Folder != "" {
		return a.Folder
	}
	return "s3://" + strings.TrimSuffix(a.Bucket+"/"+a.Prefix, "/")
}
