package db

import "database/sql"

// Stats returns the numbers of each pool of connections: "write" and "read", which are
// one on PostgreSQL.
func (d *DB) Stats() map[string]sql.DBStats {
	if d.read == d.write {
		return map[string]sql.DBStats{"write": d.write.Stats()}
	}
	return map[string]sql.DBStats{"write": d.write.Stats(), "read": d.read.Stats()}
}
