package importer

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/language"
)

// Retention of the downloadable reports: of imports that changed something, and of dry runs and other imports.
const (
	reportRetention       = 90 * 24 * time.Hour
	dryRunReportRetention = 24 * time.Hour
)

// maxReportBytes limits a stored report before compression; a longer report is cut.
const maxReportBytes = 32 << 20

// storedReport is a row of the table import_reports.
type storedReport struct {
	ID        string    `db:"id"`
	File      string    `db:"file"`
	CreatedAt time.Time `db:"created_at"`
	ExpiresAt time.Time `db:"expires_at"`
	Content   string    `db:"content"`
}

// storeReport stores a compressed report and returns its id. It deletes expired reports.
func (s *Service) storeReport(ctx context.Context, report Report, file string, content []byte) (string, error) {
	now := s.clock.Now()
	stored := storedReport{cmp.Or(report.Run, id.New()), file, now, now.Add(dryRunReportRetention), base64.StdEncoding.EncodeToString(content)}
	if report.Run != "" {
		stored.ExpiresAt = now.Add(reportRetention)
	}
	return stored.ID, s.db.Tx(ctx, func(tx *db.Tx) error {
		if err := db.Exec(ctx, tx, `DELETE FROM import_reports WHERE expires_at < $1`, now); err != nil {
			return err
		}
		return db.Insert(ctx, tx, `
			INSERT INTO import_reports (id, file, created_at, expires_at, content)
			VALUES (:id, :file, :created_at, :expires_at, :content)`, stored)
	})
}

// ReportFile returns a stored report, without its lines about costs unless costs is set. It fails with fault.NotFound
// for an unknown report. Expired reports stay until the next report is stored.
func (s *Service) ReportFile(ctx context.Context, reportID string, costs bool) (ReportFile, error) {
	stored, err := db.Get[storedReport](ctx, s.db, `
		SELECT id, file, created_at, expires_at, content
		FROM import_reports
		WHERE id = $1`, reportID)
	if errors.Is(err, db.ErrNoRow) {
		return ReportFile{}, fault.New(fault.NotFound, "no_report", "This report is no longer kept.")
	}
	if err != nil {
		return ReportFile{}, err
	}
	content, err := unpackReport(stored.Content)
	if err != nil {
		return ReportFile{}, fmt.Errorf("read import report: %w", err)
	}
	if !costs {
		if content, err = withoutCosts(content); err != nil {
			return ReportFile{}, fmt.Errorf("read import report: %w", err)
		}
	}
	name := strings.TrimSuffix(stored.File, filepath.Ext(stored.File))
	return ReportFile{Name: name + "-report.csv", Content: content}, nil
}

// withoutCosts returns a report, which may be in any language, without its lines about costs.
func withoutCosts(report string) (string, error) {
	var names []string
	for _, lang := range language.All() {
		names = append(names, language.Text(lang, costField))
	}
	var kept strings.Builder
	lines, column, writer := csv.NewReader(strings.NewReader(report)), slices.Index(reportHeader, "column"), csv.NewWriter(&kept)
	for {
		cells, err := lines.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return "", err
		}
		if slices.Contains(names, cells[column]) {
			continue
		}
		if err := writer.Write(cells); err != nil {
			return "", err
		}
	}
	writer.Flush()
	return kept.String(), writer.Error()
}

func unpackReport(text string) (string, error) {
	compressed, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return "", err
	}
	reader, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		return "", err
	}
	// Older versions stored reports without a limit.
	content, err := io.ReadAll(io.LimitReader(reader, maxReportBytes+1<<20))
	return string(content), err
}
