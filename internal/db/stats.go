package db

import (
	"database/sql"
	"time"
)

// Stats returns the statistics of each connection pool: "write" and "read", which are one on
// PostgreSQL, and "replica" with a standby.
func (d *DB) Stats() map[string]sql.DBStats {
	write := d.write.Stats()
	if d.read == d.write {
		stats := map[string]sql.DBStats{"write": write}
		if d.replica.pool != nil {
			stats["replica"] = d.replica.pool.Stats()
		}
		return stats
	}
	if d.writer != nil { // writers wait for the lock, not for the connection
		write.WaitCount += d.writer.waits.Load()
		write.WaitDuration += time.Duration(d.writer.waited.Load())
	}
	return map[string]sql.DBStats{"write": write, "read": d.read.Stats()}
}
