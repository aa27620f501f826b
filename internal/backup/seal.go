package backup

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"os"

	"filippo.io/age"

	"kirana/internal/fault"
)

// sealSize is the length of a seal in bytes. A copy is a ZIP whose comment, its last 64 bytes, is the
// hex SHA-256 of all bytes before: any ZIP program opens it, and any flipped bit is detected. With a
// passphrase, the ZIP is encrypted in the format of the program age, which also decrypts it.
const sealSize = 2 * sha256.Size

// sealWriter replaces the last sealSize bytes written by the hash of all bytes before them.
type sealWriter struct {
	target  io.Writer
	hash    hash.Hash
	pending []byte // the last bytes written, at most sealSize of them
}

func newSealWriter(target io.Writer) *sealWriter {
	return &sealWriter{target: target, hash: sha256.New()}
}

// Write writes to the target all but the last sealSize bytes.
func (s *sealWriter) Write(data []byte) (int, error) {
	s.pending = append(s.pending, data...)
	if ready := len(s.pending) - sealSize; ready > 0 {
		s.hash.Write(s.pending[:ready])
		if _, err := s.target.Write(s.pending[:ready]); err != nil {
			return 0, err
		}
		s.pending = append(s.pending[:0], s.pending[ready:]...)
	}
	return len(data), nil
}

// seal writes the hash in place of the pending bytes.
func (s *sealWriter) seal() error {
	_, err := io.WriteString(s.target, hex.EncodeToString(s.hash.Sum(nil)))
	return err
}

// checkSeal refuses a copy with changed or missing bytes.
func checkSeal(archive io.ReaderAt, size int64) error {
	if size <= sealSize {
		return errDamaged()
	}
	h := sha256.New()
	if _, err := io.Copy(h, io.NewSectionReader(archive, 0, size-sealSize)); err != nil {
		return unreadable(err)
	}
	seal := make([]byte, sealSize)
	if _, err := archive.ReadAt(seal, size-sealSize); err != nil && !errors.Is(err, io.EOF) {
		return unreadable(err)
	}
	if string(seal) != hex.EncodeToString(h.Sum(nil)) {
		return errDamaged()
	}
	return nil
}

// unreadable returns the error for a copy that could not be read: a disk error unchanged, errDamaged for
// any other, such as one of decryption.
func unreadable(err error) error {
	if pathError := (*os.PathError)(nil); errors.As(err, &pathError) {
		return err
	}
	return errDamaged()
}

// scryptWork is the binary logarithm of the scrypt cost of a passphrase: 17 takes 128 MB and about
// half a second. Tests lower it.
var scryptWork = 17

// Encrypt returns a writer that encrypts into target or, without a passphrase, writes to it
// unchanged. Close ends the encryption, but does not close target. A passphrase shorter than
// MinPassphrase fails with fault.Invalid.
func Encrypt(target io.Writer, passphrase string) (io.WriteCloser, error) {
	if passphrase == "" {
		return plain{target}, nil
	}
	if len(passphrase) < MinPassphrase {
		return nil, fault.New(fault.Invalid, "short_passphrase", "KIRANA_BACKUP_PASSPHRASE must have at least %d characters.", MinPassphrase)
	}
	recipient, err := age.NewScryptRecipient(passphrase)
	if err != nil {
		return nil, err
	}
	recipient.SetWorkFactor(scryptWork)
	return age.Encrypt(target, recipient)
}

type plain struct{ io.Writer }

// Close does nothing.
func (plain) Close() error { return nil }

// ageHeader begins every age file.
const ageHeader = "age-encryption.org/"

// IsEncrypted reports whether a file is encrypted.
func IsEncrypted(file io.ReaderAt) (bool, error) {
	header := make([]byte, len(ageHeader))
	if _, err := file.ReadAt(header, 0); err != nil && !errors.Is(err, io.EOF) {
		return false, err
	}
	return string(header) == ageHeader, nil
}

// Decrypt returns the decrypted file and its size in bytes, or the file itself if it is not
// encrypted. A missing or wrong passphrase fails with fault.Invalid.
func Decrypt(file io.ReaderAt, size int64, passphrase string) (io.ReaderAt, int64, error) {
	if encrypted, err := IsEncrypted(file); err != nil || !encrypted {
		return file, size, err
	}
	if passphrase == "" {
		return nil, 0, fault.New(fault.Invalid, "passphrase_needed", "The copy is encrypted. Give its passphrase in KIRANA_BACKUP_PASSPHRASE.")
	}
	identity, err := age.NewScryptIdentity(passphrase)
	if err != nil {
		return nil, 0, err
	}
	identity.SetMaxWorkFactor(scryptWork) // a damaged header must not ask for gigabytes
	archive, archiveSize, err := age.DecryptReaderAt(file, size, identity)
	if mismatch := (*age.NoIdentityMatchError)(nil); errors.As(err, &mismatch) {
		return nil, 0, fault.New(fault.Invalid, "wrong_passphrase", "The passphrase is not that of the copy, or the file is damaged.")
	}
	if err != nil {
		return nil, 0, unreadable(err)
	}
	return archive, archiveSize, nil
}
