// Package s3test starts a real S3 server for tests: Versity's gateway on a folder.
package s3test

import (
	"net"
	"os/exec"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"kirana/internal/objects"
	"kirana/internal/shoptest"
)

const (
	keyID    = "kirana-test"
	password = "kirana-test-secret"
	bucket   = "shop-copies"
)

// Start runs a server until the test ends, and returns the address of a prefix in an empty bucket.
func Start(t testing.TB) objects.Address {
	t.Helper()
	program := shoptest.Tool(t, "tools/s3/go.mod", "versitygw")
	address := freeAddress(t)
	server := exec.CommandContext(t.Context(), program, "--port", address, "--access", keyID, "--secret", password,
		"posix", "--sidecar", t.TempDir(), t.TempDir())
	if err := server.Start(); err != nil {
		t.Fatalf("start versitygw: %v", err)
	}
	t.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	})
	a := objects.Address{
		Bucket: bucket, Prefix: "a/shop", Endpoint: "http://" + address, Region: "us-east-1", KeyID: keyID, Password: password,
	}
	makeBucket(t, a)
	return a
}

// URL formats an address as an operator does; Environment has its credentials.
func URL(a objects.Address) string {
	return "s3://" + a.Bucket + "/" + a.Prefix + "?endpoint=" + a.Endpoint
}

// Environment returns the credentials of all addresses that Start returned.
func Environment() []string {
	return []string{"AWS_ACCESS_KEY_ID=" + keyID, "AWS_SECRET_ACCESS_KEY=" + password}
}

func freeAddress(t testing.TB) string {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	return listener.Addr().String()
}

// makeBucket creates the bucket as soon as the server responds.
func makeBucket(t testing.TB, a objects.Address) {
	t.Helper()
	client := s3.New(s3.Options{
		Region: a.Region, BaseEndpoint: aws.String(a.Endpoint), UsePathStyle: true,
		Credentials: credentials.NewStaticCredentialsProvider(a.KeyID, a.Password, ""),
	})
	var err error
	for range 1200 { // a minute
		_, err = client.CreateBucket(t.Context(), &s3.CreateBucketInput{Bucket: &a.Bucket})
		if err == nil {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("versitygw does not respond: %v", err)
}
