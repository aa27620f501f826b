package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"time"
)

// authorities is Debian's file of trusted TLS authorities; the image has no others to verify mail
// servers and payment providers.
const authorities = "/etc/ssl/certs/ca-certificates.crt"

// user is the image's user id, which no host uses.
const user = 65532

// descriptor names a blob: https://github.com/opencontainers/image-spec/blob/v1.1.0/descriptor.md
type descriptor struct {
	MediaType string            `json:"mediaType"`
	Digest    string            `json:"digest"`
	Size      int               `json:"size"`
	Platform  map[string]string `json:"platform,omitempty"`
}

// image is an OCI image layout being written: its files by name.
type image struct {
	names []string
	files map[string][]byte
}

func (i *image) put(name string, content []byte) {
	if i.files[name] == nil {
		i.names = append(i.names, name)
	}
	i.files[name] = content
}

func (i *image) blob(mediaType string, content []byte) descriptor {
	digest := fmt.Sprintf("%x", sha256.Sum256(content))
	i.put("blobs/sha256/"+digest, content)
	return descriptor{MediaType: mediaType, Digest: "sha256:" + digest, Size: len(content)}
}

// writeImage writes an OCI image layout of all architectures as one tar file, which `skopeo`,
// `podman load` and `docker load` read.
func writeImage(file, folder, version string) error {
	i := &image{files: map[string][]byte{}}
	i.put("oci-layout", []byte(`{"imageLayoutVersion":"1.0.0"}`))
	var manifests []descriptor
	for _, architecture := range architectures {
		manifest, err := i.addManifest(version, architecture, filepath.Join(folder, binary(version, "linux", architecture)))
		if err != nil {
			return err
		}
		manifests = append(manifests, manifest)
	}
	index, err := json.Marshal(map[string]any{
		"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": manifests,
	})
	if err != nil {
		return err
	}
	i.put("index.json", index)
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, name := range i.names {
		if err := addFile(w, name, 0o644, i.files[name]); err != nil {
			return err
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	return os.WriteFile(file, out.Bytes(), 0o644)
}

func (i *image) addManifest(version, architecture, binary string) (descriptor, error) {
	layer, err := makeLayer(binary)
	if err != nil {
		return descriptor{}, err
	}
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return descriptor{}, err
	}
	if _, err := z.Write(layer); err != nil {
		return descriptor{}, err
	}
	if err := z.Close(); err != nil {
		return descriptor{}, err
	}
	config, err := json.Marshal(map[string]any{
		"architecture": architecture, "os": "linux",
		"config": map[string]any{
			"User": fmt.Sprintf("%d:%d", user, user), "Entrypoint": []string{"/kirana"}, "Cmd": []string{"serve"}, "WorkingDir": "/data",
			"Env":          []string{"KIRANA_ADDR=0.0.0.0:8080", "KIRANA_DATA_DIR=/data"},
			"ExposedPorts": map[string]any{"8080/tcp": struct{}{}}, "Volumes": map[string]any{"/data": struct{}{}},
			"Labels": map[string]string{"org.opencontainers.image.version": version, "org.opencontainers.image.title": "Kirana"},
		},
		"rootfs": map[string]any{"type": "layers", "diff_ids": []string{fmt.Sprintf("sha256:%x", sha256.Sum256(layer))}},
	})
	if err != nil {
		return descriptor{}, err
	}
	manifest, err := json.Marshal(map[string]any{
		"schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",
		"config": i.blob("application/vnd.oci.image.config.v1+json", config),
		"layers": []descriptor{i.blob("application/vnd.oci.image.layer.v1.tar+gzip", packed.Bytes())},
	})
	if err != nil {
		return descriptor{}, err
	}
	d := i.blob("application/vnd.oci.image.manifest.v1+json", manifest)
	d.Platform = map[string]string{"os": "linux", "architecture": architecture}
	return d, nil
}

// makeLayer returns the image's files as a tar: the program, the authorities, and writable folders.
func makeLayer(binary string) ([]byte, error) {
	program, err := os.ReadFile(binary)
	if err != nil {
		return nil, err
	}
	trusted, err := os.ReadFile(authorities)
	if err != nil {
		return nil, fmt.Errorf("read the authorities for the image (Debian: ca-certificates): %w", err)
	}
	var layer bytes.Buffer
	w := tar.NewWriter(&layer)
	for _, folder := range []struct {
		name string
		mode int64
		user int
	}{{"etc/", 0o755, 0}, {"etc/ssl/", 0o755, 0}, {"etc/ssl/certs/", 0o755, 0}, {"tmp/", 0o1777, 0}, {"data/", 0o750, user}} {
		err := w.WriteHeader(&tar.Header{
			Typeflag: tar.TypeDir, Name: folder.name, Mode: folder.mode, Uid: folder.user, Gid: folder.user, ModTime: time.Unix(0, 0), Format: tar.FormatUSTAR,
		})
		if err != nil {
			return nil, err
		}
	}
	if err := addFile(w, path.Clean(authorities)[1:], 0o644, trusted); err != nil {
		return nil, err
	}
	if err := addFile(w, "kirana", 0o755, program); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return layer.Bytes(), nil
}

func addFile(w *tar.Writer, name string, mode int64, content []byte) error {
	header := &tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: mode, Size: int64(len(content)), ModTime: time.Unix(0, 0), Format: tar.FormatUSTAR}
	if err := w.WriteHeader(header); err != nil {
		return err
	}
	_, err := w.Write(content)
	return err
}
