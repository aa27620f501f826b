// Command release builds a release in the folder release/: the binaries for Linux, Windows and macOS, a container image,
// the list of licenses, the bill of materials (SBOM) and the checksums. Two builds of one tree are equal byte for byte.
// `make release` and `make licences` run it, in tools/.
package main

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
)

// root is the repository, seen from tools/; folder is where a release is written.
const (
	root   = ".."
	folder = root + "/release/"
)

// systems and architectures are the GOOS and GOARCH values of the binaries. The image is for Linux only.
var (
	systems       = []string{"linux", "windows", "darwin"}
	architectures = []string{"amd64", "arm64"}
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("release: ")
	version := flag.String("version", "unversioned", "version to release")
	onlyLicences := flag.Bool("licences", false, "print the licences, and make nothing")
	flag.Parse()
	components := listComponents()
	checkLicences(components)
	if *onlyLicences {
		must(os.Stdout.WriteString(licences(components, false)))
		return
	}
	check(os.RemoveAll(folder))
	check(os.Mkdir(folder, 0o755))
	for _, system := range systems {
		for _, architecture := range architectures {
			build(*version, system, architecture)
		}
	}
	write("LICENCES.txt", []byte(licences(components, true)))
	write("kirana-"+*version+".cdx.json", billOfMaterials(*version, components))
	write("kirana-"+*version+"-oci.tar", image(*version))
	write("SHA256SUMS", checksums())
}

// build compiles a static binary that is equal on every machine with this Go. It uses the flags of the Makefile, to
// reuse the packages that `make` has compiled.
func build(version, system, architecture string) {
	run(system, architecture, "build", "-trimpath", "-gcflags=all=-dwarf=false", "-buildvcs=false",
		"-ldflags", "-s -w -buildid= -X main.version="+version, "-o", "release/"+binary(version, system, architecture), ".")
}

// binary returns the file name of a binary.
func binary(version, system, architecture string) string {
	name := "kirana-" + version + "-" + system + "-" + architecture
	if system == "windows" {
		name += ".exe"
	}
	return name
}

// run runs the go command at the root for a system and returns its output.
func run(system, architecture string, arguments ...string) string {
	cmd := exec.Command("go", arguments...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOGC=400", "GOOS="+system, "GOARCH="+architecture)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		log.Fatalf("go %s for %s on %s: %v", arguments[0], system, architecture, err)
	}
	return string(out)
}

// checksums returns the SHA-256 of each file of the release, as `sha256sum -c` reads them.
func checksums() (lines []byte) {
	for _, entry := range must(os.ReadDir(folder)) {
		lines = fmt.Appendf(lines, "%x  %s\n", sha256.Sum256(must(os.ReadFile(folder+entry.Name()))), entry.Name())
	}
	return lines
}

func write(name string, content []byte) {
	check(os.WriteFile(folder+name, content, 0o644))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func must[T any](value T, err error) T {
	check(err)
	return value
}
