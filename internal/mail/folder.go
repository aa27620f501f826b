package mail

import (
	"context"
	"fmt"
	"log/slog"
	netmail "net/mail"
	"os"
)

// Folder is the Sender of a shop without a mail server: it stores each mail as an .eml file.
type Folder struct {
	root *os.Root
	from netmail.Address
	log  *slog.Logger
	show bool
}

// OpenFolder opens a Folder in dir, creating dir if missing. With show, Send also logs each text,
// including OTPs and links: for demos only.
func OpenFolder(dir string, from netmail.Address, log *slog.Logger, show bool) (*Folder, error) {
	// Only the shop may read mails: they contain links that open accounts.
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the mail folder: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open the mail folder: %w", err)
	}
	return &Folder{root: root, from: from, log: log, show: show}, nil
}

// Close closes the folder.
func (f *Folder) Close() error { return f.root.Close() }

// Send stores the mail under its time and id, so that a second attempt replaces the first.
func (f *Folder) Send(_ context.Context, m Message) error {
	msg, err := compose(f.from, m)
	if err != nil {
		return err
	}
	name := m.At.UTC().Format("20060102T150405") + "-" + m.ID + ".eml"
	file, err := f.root.OpenFile("."+name, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("keep a mail: %w", err)
	}
	_, err = msg.WriteTo(file)
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return fmt.Errorf("keep a mail: %w", err)
	}
	if err := f.root.Rename("."+name, name); err != nil {
		return fmt.Errorf("keep a mail: %w", err)
	}
	if f.show {
		f.log.Info("mail kept", "file", name, "to", m.To, "subject", m.Subject, "text", m.Text)
		return nil
	}
	f.log.Info("mail kept", "file", name)
	return nil
}
