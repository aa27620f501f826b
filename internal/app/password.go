package app

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// maxPasswordInput limits the bytes read from standard input.
const maxPasswordInput = 4096

// readPassword reads one line from in. It prompts and disables echo if in is a terminal.
func readPassword(in io.Reader, prompt io.Writer) (string, error) {
	terminal, ok := in.(*os.File)
	if !ok || !term.IsTerminal(int(terminal.Fd())) {
		return firstLine(io.LimitReader(in, maxPasswordInput))
	}
	fmt.Fprint(prompt, "Password: ")
	password, err := term.ReadPassword(int(terminal.Fd()))
	fmt.Fprintln(prompt)
	if err != nil {
		return "", fmt.Errorf("read the password: %w", err)
	}
	return string(password), nil
}

func firstLine(r io.Reader) (string, error) {
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	return strings.TrimRight(line, "\r\n"), nil
}
