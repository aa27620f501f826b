package objects

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
)

// bucket is a Store in an S3 bucket.
type bucket struct {
	client       *s3.Client
	name, prefix string
}

func newBucket(a Address) bucket {
	options := s3.Options{
		Region:      a.Region,
		Credentials: credentials.NewStaticCredentialsProvider(a.KeyID, a.Password, ""),
	}
	if a.Endpoint != "" {
		options.BaseEndpoint = aws.String(a.Endpoint)
		options.UsePathStyle = true
		// Some S3-compatible servers do not support the checksums that the SDK uses by default.
		options.RequestChecksumCalculation = aws.RequestChecksumCalculationWhenRequired
		options.ResponseChecksumValidation = aws.ResponseChecksumValidationWhenRequired
	}
	return bucket{s3.New(options), a.Bucket, a.Prefix}
}

func (b bucket) key(name string) *string { return aws.String(path.Join(b.prefix, name)) }

// Put uploads a file.
func (b bucket) Put(ctx context.Context, name string, content io.ReadSeeker) error {
	_, err := b.client.PutObject(ctx, &s3.PutObjectInput{Bucket: &b.name, Key: b.key(name), Body: content})
	if err != nil {
		return fmt.Errorf("store %s: %w", name, err)
	}
	return nil
}

// Get starts the download of a file.
func (b bucket) Get(ctx context.Context, name string) (io.ReadCloser, error) {
	response, err := b.client.GetObject(ctx, &s3.GetObjectInput{Bucket: &b.name, Key: b.key(name)})
	if missing := (*types.NoSuchKey)(nil); errors.As(err, &missing) {
		return nil, fmt.Errorf("fetch %s: %w", name, fs.ErrNotExist)
	}
	if err != nil {
		return nil, fmt.Errorf("fetch %s: %w", name, err)
	}
	return response.Body, nil
}

// Stat returns an object's size and time.
func (b bucket) Stat(ctx context.Context, name string) (Object, error) {
	head, err := b.client.HeadObject(ctx, &s3.HeadObjectInput{Bucket: &b.name, Key: b.key(name)})
	if missing := (*types.NotFound)(nil); errors.As(err, &missing) {
		return Object{}, fmt.Errorf("look for %s: %w", name, fs.ErrNotExist)
	}
	if err != nil {
		return Object{}, fmt.Errorf("look for %s: %w", name, err)
	}
	return Object{name, aws.ToInt64(head.ContentLength), aws.ToTime(head.LastModified).UTC()}, nil
}

// List lists the objects, which S3 returns sorted by name.
func (b bucket) List(ctx context.Context, prefix string) ([]Object, error) {
	base := ""
	if b.prefix != "" {
		base = b.prefix + "/"
	}
	found := []Object{}
	pages := s3.NewListObjectsV2Paginator(b.client, &s3.ListObjectsV2Input{Bucket: &b.name, Prefix: aws.String(base + prefix)})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return nil, fmt.Errorf("list %s: %w", prefix, err)
		}
		for _, object := range page.Contents {
			found = append(found, Object{
				strings.TrimPrefix(aws.ToString(object.Key), base), aws.ToInt64(object.Size), aws.ToTime(object.LastModified).UTC(),
			})
		}
	}
	return found, nil
}

// Remove deletes an object.
func (b bucket) Remove(ctx context.Context, name string) error {
	if _, err := b.client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: &b.name, Key: b.key(name)}); err != nil {
		return fmt.Errorf("remove %s: %w", name, err)
	}
	return nil
}
