package db

import (
	"database/sql"
	"time"
)

// Stats returns the statistics of each connection pool, "write" and "read". PostgreSQL's only pool
// is "write".
func (d *DB) Stats() map[string]sql.DBStats {
	write := d.write.Stats()
	if d.read == d.write {
		return map[string]sql.DBStats{"write": write}
	}
	if d.writer != nil { // writers wait for the lock, not for the connection
		write.WaitCount += d.writer.waits.Load()
		write.WaitDuration += time.Duration(d.writer.waited.Load())
	}
	return map[string]sql.DBStats{"write": write, "read": d.read.Stats()}
}
