package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"
)

// authorities is Debian's file of trusted TLS authorities (package ca-certificates); the image has no others to verify mail
// servers and payment providers.
const authorities = "etc/ssl/certs/ca-certificates.crt"

// user is the image's user id, which no host uses.
const user = 65532

// Media types of an image's blobs: https://github.com/opencontainers/image-spec/blob/v1.1.0/media-types.md
const (
	typeIndex    = "application/vnd.oci.image.index.v1+json"
	typeManifest = "application/vnd.oci.image.manifest.v1+json"
	typeConfig   = "application/vnd.oci.image.config.v1+json"
	typeLayer    = "application/vnd.oci.image.layer.v1.tar+gzip"
)

type object = map[string]any

// image returns an OCI image layout of all architectures as one tar file, which `skopeo`, `podman load` and `docker load`
// read.
func image(version string) []byte {
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	add(w, "oci-layout", 0o644, 0, []byte(`{"imageLayoutVersion":"1.0.0"}`))
	var manifests []object
	for _, architecture := range architectures {
		packed, sum := layer(must(os.ReadFile(folder + binary(version, "linux", architecture))))
		config := object{
			"architecture": architecture, "os": "linux",
			"config": object{
				"User": fmt.Sprintf("%d:%d", user, user), "Entrypoint": []string{"/kirana"}, "Cmd": []string{"serve"}, "WorkingDir": "/data",
				"Env":          []string{"KIRANA_ADDR=0.0.0.0:8080", "KIRANA_DATA_DIR=/data"},
				"ExposedPorts": object{"8080/tcp": object{}}, "Volumes": object{"/data": object{}},
				"Labels": object{"org.opencontainers.image.version": version, "org.opencontainers.image.title": "Kirana"},
			},
			"rootfs": object{"type": "layers", "diff_ids": []string{sum}},
		}
		manifest := addBlob(w, typeManifest, must(json.Marshal(object{
			"schemaVersion": 2, "mediaType": typeManifest,
			"config": addBlob(w, typeConfig, must(json.Marshal(config))), "layers": []object{addBlob(w, typeLayer, packed)},
		})))
		manifest["platform"] = object{"os": "linux", "architecture": architecture}
		manifests = append(manifests, manifest)
	}
	add(w, "index.json", 0o644, 0, must(json.Marshal(object{"schemaVersion": 2, "mediaType": typeIndex, "manifests": manifests})))
	check(w.Close())
	return out.Bytes()
}

// layer returns the image's files as a compressed tar, and the digest of the uncompressed one: the program, the
// authorities, and writable folders.
func layer(program []byte) (packed []byte, sum string) {
	var out bytes.Buffer
	z := must(gzip.NewWriterLevel(&out, gzip.BestCompression))
	hash := sha256.New()
	w := tar.NewWriter(io.MultiWriter(z, hash))
	for _, name := range []string{"etc/", "etc/ssl/", "etc/ssl/certs/"} {
		add(w, name, 0o755, 0, nil)
	}
	add(w, "tmp/", 0o1777, 0, nil)
	add(w, "data/", 0o750, user, nil)
	add(w, authorities, 0o644, 0, must(os.ReadFile("/"+authorities)))
	add(w, "kirana", 0o755, 0, program)
	check(w.Close())
	check(z.Close())
	return out.Bytes(), fmt.Sprintf("sha256:%x", hash.Sum(nil))
}

// addBlob adds a blob and returns its descriptor.
func addBlob(w *tar.Writer, mediaType string, content []byte) object {
	sum := fmt.Sprintf("%x", sha256.Sum256(content))
	add(w, "blobs/sha256/"+sum, 0o644, 0, content)
	return object{"mediaType": mediaType, "digest": "sha256:" + sum, "size": len(content)}
}

// add adds a file, or a folder by a name that ends with a slash.
func add(w *tar.Writer, name string, mode int64, owner int, content []byte) {
	check(w.WriteHeader(&tar.Header{
		Name: name, Mode: mode, Uid: owner, Gid: owner, Size: int64(len(content)), ModTime: time.Unix(0, 0), Format: tar.FormatUSTAR,
	}))
	must(w.Write(content))
}
