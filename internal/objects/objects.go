// Package objects stores files under names, in a folder or in a bucket that speaks S3.
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
	Name       string // with slashes
	Size       int64  // bytes
	ModifiedAt time.Time
}

// Store is a folder or a part of a bucket. A file that is not there is fs.ErrNotExist.
type Store interface {
	// Put stores a file whole or not at all, in the place of the one that may be there.
	Put(ctx context.Context, name string, content io.ReadSeeker) error
	Get(ctx context.Context, name string) (io.ReadCloser, error)
	// Stat returns what List says of one file.
	Stat(ctx context.Context, name string) (Object, error)
	// List returns the files whose names begin with prefix, by name.
	List(ctx context.Context, prefix string) ([]Object, error)
	// Remove forgets a file; one that is not there is none to forget.
	Remove(ctx context.Context, name string) error
}

// Address says where a store is: in a folder, or in a bucket.
type Address struct {
	Folder string // absolute; "" for a bucket

	Bucket, Prefix  string // the prefix without slashes around it
	Endpoint        string // http(s)://…; "" for Amazon's own
	Region          string
	KeyID, Password string // AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY
}

// defaultRegion is what other servers than Amazon's mostly want to hear.
const defaultRegion = "us-east-1"

// Parse reads file:///folder or s3://bucket/prefix?endpoint=…&region=…; the credentials
// of a bucket are in the environment. setting names the address in refusals.
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
		if u.Host != "" || !filepath.IsAbs(u.Path) {
			return refused("must name a folder from the root: file:///srv/copies.")
		}
		return Address{Folder: filepath.Clean(u.Path)}, nil
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

// ParseBucket reads an address as Parse does, and refuses a folder.
func ParseBucket(setting, address string) (Address, error) {
	a, err := Parse(setting, address)
	if err == nil && a.Folder != "" {
		return Address{}, fault.New(fault.Invalid, "bad_address", "%s must begin with s3://.", setting)
	}
	return a, err
}

// Copy stores a file of one store in another, under the same name.
func Copy(ctx context.Context, from, to Store, name string) error {
	return CopyAs(ctx, from, to, name, name)
}

// CopyAs stores a file of one store in another under another name. What comes from a
// bucket is held in memory: these are pictures, of a few megabytes.
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

// Open returns the store of an address. It reaches for nothing yet.
func Open(a Address) Store {
	if a.Folder != "" {
		return folder{a.Folder}
	}
	return newBucket(a)
}

// Local reports whether the store is on this machine, as far as the address shows.
func (a Address) Local() bool { return a.Folder != "" }

// String names the place without its credentials.
func (a Address) String() string {
	if a.Folder != "" {
		return a.Folder
	}
	return "s3://" + strings.TrimSuffix(a.Bucket+"/"+a.Prefix, "/")
}
