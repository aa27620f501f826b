// Kirana is an online grocery shop in one binary. `kirana --help` lists its commands.
package main

import (
	"os"

	"kirana/internal/app"
)

// version is set by the build from the repository's tags.
var version = "unversioned"

func main() {
	os.Exit(app.Main(version, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
