package backup

// With the usual half second per passphrase, the tests of damaged copies would take minutes.
func init() { scryptWork = 10 }

// Unfinished is the file that marks an unfinished restore.
const Unfinished = unfinished
