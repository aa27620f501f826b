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
	// retention is the age of the oldest state that can be restored.
	retention = 7 * 24 * time.Hour
	// snapshotInterval is how often the whole database is sent. A restore starts from the newest
	// snapshot before its time and applies the later changes.
	snapshotInterval = 24 * time.Hour
	// closeTimeout bounds the sending of the last changes at shutdown.
	closeTimeout = 10 * time.Second
)

// levels compact the changes of seconds into minutes, ten minutes and hours.
var levels = litestream.CompactionLevels{
	{Level: 0}, {Level: 1, Interval: time.Minute}, {Level: 2, Interval: 10 * time.Minute}, {Level: 3, Interval: time.Hour},
}

// stream sends every change of a SQLite database. Its library is pinned to one version, because any
// release may change its API (docs/adr/0026-continuous-copies.md).
type stream struct {
	database *litestream.DB
	store    *litestream.Store
	opened   bool
}

func openStream(dataDir string, p place, log *slog.Logger) *stream {
	log = slog.New(onlyWarnings{log.Handler()})
	database := litestream.NewDB(filepath.Join(dataDir, db.FileName))
	// No background syncs: the service must see each error and its time.
	database.MonitorInterval = 0
	client := p.client()
	database.Replica = litestream.NewReplicaWithClient(database, client)
	database.Replica.MonitorEnabled = false
	if folder, isFolder := client.(*file.ReplicaClient); isFolder {
		folder.Replica = database.Replica // for the files' permissions
	}
	store := litestream.NewStore([]*litestream.DB{database}, levels)
	store.SnapshotInterval, store.SnapshotRetention = snapshotInterval, retention
	store.Logger = log
	database.SetLogger(log)
	database.ShutdownSyncTimeout = closeTimeout
	return &stream{database: database, store: store}
}

// client returns litestream's client for the place.
func (p place) client() litestream.ReplicaClient {
	if p.address.Folder != "" {
		return file.NewReplicaClient(filepath.Join(p.address.Folder, streamFolder))
	}
	// The library's client fails with this variable set; a private authority goes into
	// SSL_CERT_FILE, which all connections of the shop use.
	_ = os.Unsetenv("AWS_CA_BUNDLE")
	client := s3.NewReplicaClient()
	client.Bucket, client.Path = p.address.Bucket, path.Join(p.address.Prefix, streamFolder)
	client.Region, client.Endpoint, client.ForcePathStyle = p.address.Region, p.address.Endpoint, p.address.Endpoint != ""
	client.AccessKeyID, client.SecretAccessKey = p.address.KeyID, p.address.Password
	return client
}

// sync sends everything committed before the call.
func (s *stream) sync(ctx context.Context) error {
	if !s.opened {
		// The library puts the path into a SQLite URI without escaping it.
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

// onlyWarnings drops the library's records below warning level.
type onlyWarnings struct{ slog.Handler }

// Enabled reports whether a record is at least a warning.
func (w onlyWarnings) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && w.Handler.Enabled(ctx, level)
}

// WithAttrs keeps the filter.
func (w onlyWarnings) WithAttrs(attrs []slog.Attr) slog.Handler {
	return onlyWarnings{w.Handler.WithAttrs(attrs)}
}

// WithGroup keeps the filter.
func (w onlyWarnings) WithGroup(name string) slog.Handler {
	return onlyWarnings{w.Handler.WithGroup(name)}
}
