package copies

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/benbjohnson/litestream"
	"github.com/benbjohnson/litestream/file"
	"github.com/benbjohnson/litestream/s3"

	"kirana/internal/db"
)

const (
	// retention is how far back a shop can be restored.
	retention = 7 * 24 * time.Hour
	// snapshotInterval is how often the whole database is sent; from the one before a
	// moment, the changes up to it are read.
	snapshotInterval = 24 * time.Hour
	// closeTimeout is how long the end of the program waits for the last changes to be sent.
	closeTimeout = 10 * time.Second
)

// levels merge the changes of a second into those of a minute, of ten, of an hour.
var levels = litestream.CompactionLevels{
	{Level: 0}, {Level: 1, Interval: time.Minute}, {Level: 2, Interval: 10 * time.Minute}, {Level: 3, Interval: time.Hour},
}

// stream sends every change of a SQLite database. Its library is linked at one version,
// since its API may change with any (docs/adr/0026-continuous-copies.md).
type stream struct {
	database *litestream.DB
	store    *litestream.Store
	opened   bool
}

func openStream(dataDir string, p place, log *slog.Logger) *stream {
	log = slog.New(onlyWarnings{log.Handler()})
	database := litestream.NewDB(filepath.Join(dataDir, db.FileName))
	// Nothing is sent behind the service's back: it sees each error, and its time.
	database.MonitorInterval = 0
	client := p.client()
	database.Replica = litestream.NewReplicaWithClient(database, client)
	database.Replica.MonitorEnabled = false
	if folder, isFolder := client.(*file.ReplicaClient); isFolder {
		folder.Replica = database.Replica // for the files' modes
	}
	store := litestream.NewStore([]*litestream.DB{database}, levels)
	store.SnapshotInterval, store.SnapshotRetention = snapshotInterval, retention
	store.Logger = log
	database.SetLogger(log)
	database.ShutdownSyncTimeout = closeTimeout
	return &stream{database: database, store: store}
}

// client returns what stores litestream's files at the place.
func (p place) client() litestream.ReplicaClient {
	if p.address.Folder != "" {
		return file.NewReplicaClient(filepath.Join(p.address.Folder, streamFolder))
	}
	// With it the library's client cannot be made; a private authority is named by
	// SSL_CERT_FILE, which all connections of the shop heed.
	_ = os.Unsetenv("AWS_CA_BUNDLE")
	client := s3.NewReplicaClient()
	client.Bucket, client.Path = p.address.Bucket, path.Join(p.address.Prefix, streamFolder)
	client.Region, client.Endpoint, client.ForcePathStyle = p.address.Region, p.address.Endpoint, p.address.Endpoint != ""
	client.AccessKeyID, client.SecretAccessKey = p.address.KeyID, p.address.Password
	return client
}

// sync sends everything that was committed before it was called.
func (s *stream) sync(ctx context.Context) error {
	if !s.opened {
		// It writes the path into an address of SQLite's as it is.
		if strings.ContainsAny(s.database.Path(), "?#%") {
			return fmt.Errorf("the data folder's name has one of the signs ?, # and %%: %s", s.database.Path())
		}
		if err := s.store.Open(ctx); err != nil {
			return fmt.Errorf("begin to copy the database: %w", err)
		}
		s.opened = true
	}
	if err := s.database.SyncAndWait(ctx); err != nil {
		return fmt.Errorf("copy the database: %w", err)
	}
	return nil
}

func (s *stream) close() error {
	if !s.opened {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*closeTimeout)
	defer cancel()
	if err := s.store.Close(ctx); err != nil {
		return fmt.Errorf("copy the last changes: %w", err)
	}
	return nil
}

// onlyWarnings leaves out what the library says of each step.
type onlyWarnings struct{ slog.Handler }

// Enabled reports whether a record is worth a line of the shop's log.
func (h onlyWarnings) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && h.Handler.Enabled(ctx, level)
}

// WithAttrs keeps leaving out.
func (h onlyWarnings) WithAttrs(attrs []slog.Attr) slog.Handler {
	return onlyWarnings{h.Handler.WithAttrs(attrs)}
}

// WithGroup keeps leaving out.
func (h onlyWarnings) WithGroup(name string) slog.Handler {
	return onlyWarnings{h.Handler.WithGroup(name)}
}
