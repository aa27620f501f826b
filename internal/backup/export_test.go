package backup

// Half a second for each passphrase would make the tests of damage take minutes.
func init() { scryptWork = 10 }

// Unfinished is the name of the mark of a restore that has not ended.
const Unfinished = unfinished
