package backup

// Half a second per passphrase would make the tests of damage take minutes.
func init() { scryptWork = 10 }

// Unfinished is the file that marks an unfinished restore.
const Unfinished = unfinished
