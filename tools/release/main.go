// Command release builds a release in the folder release/: the binaries for Linux, Windows and macOS, a container image,
// the list of licenses, the bill of materials (SBOM) and the checksums. Two builds of one tree are
// equal byte for byte. `make release` and `make licences` run it, in tools/.
package main

import (
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// root is the repository, seen from tools/.
const root = ".."

// systems and architectures are those of the binaries, as Go names them; the image is of Linux.
var (
	systems       = []string{"linux", "windows", "darwin"}
	architectures = []string{"amd64", "arm64"}
)

func main() {
	version := flag.String("version", "unversioned", "version to release")
	onlyLicences := flag.Bool("licences", false, "print the licences, and make nothing")
	flag.Parse()
	if err := run(*version, *onlyLicences); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(version string, onlyLicences bool) error {
	components, err := listComponents()
	if err != nil {
		return err
	}
	if onlyLicences {
		return writeLicences(os.Stdout, components, false)
	}
	folder := filepath.Join(root, "release")
	if err := errors.Join(os.RemoveAll(folder), os.Mkdir(folder, 0o755)); err != nil {
		return err
	}
	for _, system := range systems {
		for _, architecture := range architectures {
			if err := build(folder, version, system, architecture); err != nil {
				return err
			}
		}
	}
	licences, err := os.Create(filepath.Join(folder, "LICENCES.txt"))
	if err != nil {
		return err
	}
	if err := errors.Join(writeLicences(licences, components, true), licences.Close()); err != nil {
		return err
	}
	if err := writeSBOM(filepath.Join(folder, "kirana-"+version+".cdx.json"), version, components); err != nil {
		return err
	}
	if err := writeImage(filepath.Join(folder, "kirana-"+version+"-oci.tar"), folder, version); err != nil {
		return err
	}
	return writeChecksums(folder)
}

// binary returns the file name of a binary.
func binary(version, system, architecture string) string {
	name := "kirana-" + version + "-" + system + "-" + architecture
	if system == "windows" {
		name += ".exe"
	}
	return name
}

// build compiles a static binary that is equal on every machine with this Go.
func build(folder, version, system, architecture string) error {
	absolute, err := filepath.Abs(filepath.Join(folder, binary(version, system, architecture)))
	if err != nil {
		return err
	}
	// With the flags of the Makefile, so that packages that make compiled are reused.
	cmd := exec.Command("go", "build", "-trimpath", "-gcflags=all=-dwarf=false", "-buildvcs=false", "-ldflags", "-s -w -buildid= -X main.version="+version, "-o", absolute, ".")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOGC=400", "GOOS="+system, "GOARCH="+architecture)
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("build for %s on %s: %w", system, architecture, err)
	}
	return nil
}

// writeChecksums writes SHA256SUMS, which `sha256sum -c` reads.
func writeChecksums(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	var lines []string
	for _, entry := range entries {
		content, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			return err
		}
		lines = append(lines, fmt.Sprintf("%x  %s\n", sha256.Sum256(content), entry.Name()))
	}
	slices.Sort(lines)
	return os.WriteFile(filepath.Join(folder, "SHA256SUMS"), []byte(strings.Join(lines, "")), 0o644)
}
