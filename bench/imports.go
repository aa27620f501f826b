package main

import (
	"bufio"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// namesFile is a real catalog, which lies beside the project where it is at all; the price list
// that is imported is made of its names.
const namesFile = "../shared/data/bigbasket_units_8k.csv"

// importRows is how many rows the price list has.
const importRows = 1_000_000

// benchImports measures the import of a large price list by the command into an empty shop on
// SQLite, of the same list again, and what a shopper's listings take while it is imported into an open shop.
func benchImports(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "kirana-import-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	list := filepath.Join(dir, "list.csv")
	if err := writeList(list, importRows); err != nil {
		return err
	}
	info, err := os.Stat(list)
	if err != nil {
		return err
	}
	fmt.Printf("a price list of %d rows, %d MB, by the command on SQLite\n", importRows, info.Size()>>20)
	for _, turn := range []string{"into an empty shop", "the same again"} {
		command := exec.CommandContext(ctx, "bin/kirana", "import", "products", list, "--stock", "10", "--data-dir", filepath.Join(dir, "data"))
		command.Stdout, command.Stderr = nil, os.Stderr
		started := time.Now()
		if err := command.Run(); err != nil {
			return err
		}
		usage, ok := command.ProcessState.SysUsage().(*syscall.Rusage)
		if !ok {
			return errors.New("this system does not tell the memory of a process")
		}
		fmt.Printf("%-20s %8.1f s, %5.1f s of CPU, at most %d MB\n", turn, time.Since(started).Seconds(),
			(command.ProcessState.UserTime() + command.ProcessState.SystemTime()).Seconds(), usage.Maxrss>>10)
	}
	return benchImportServing(ctx, list)
}

// writeList writes a list of rows made of real names, each name with a number so that every
// row is a product of its own.
func writeList(path string, rows int) error {
	source, err := os.Open(namesFile)
	if err != nil {
		return fmt.Errorf("the real catalog is not beside the project: %w", err)
	}
	defer func() { _ = source.Close() }()
	read, err := csv.NewReader(source).ReadAll()
	if err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	buffered := bufio.NewWriter(file)
	w := csv.NewWriter(buffered)
	err = w.Write([]string{"Name", "Brand", "MRP", "Sale Price", "Unit", "Category", "Sub Category"})
	for i := 0; i < rows && err == nil; i++ {
		cells := read[1+i%(len(read)-1)]
		err = w.Write([]string{fmt.Sprintf("%s %d", cells[1], i), cells[2], cells[3], cells[4], cells[6], cells[7], cells[8]})
	}
	w.Flush()
	return errors.Join(err, w.Error(), buffered.Flush(), file.Close())
}
