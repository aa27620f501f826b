package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"kirana/internal/account"
	"kirana/internal/clock"
	"kirana/internal/config"
	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/payment"
)

// commands is the command line. Its tags are the help texts.
type commands struct {
	Serve   serveCommand   `cmd:"" help:"Run the shop."`
	Migrate migrateCommand `cmd:"" help:"Make or update the database's tables."`
	Admin   struct {
		Create        adminCreateCommand        `cmd:"" help:"Make an administrator; the password is read from standard input."`
		List          adminListCommand          `cmd:"" help:"Print who works in the shop."`
		Remove        adminRemoveCommand        `cmd:"" help:"Make an administrator an ordinary shopper; all their logins end."`
		ResetPassword adminResetPasswordCommand `cmd:"" help:"Give an administrator a new password, read from standard input; all their logins end."`
	} `cmd:"" help:"Administrators."`
	User struct {
		CancelOrders userCancelOrdersCommand `cmd:"" help:"Cancel every open order of a customer."`
		Delete       userDeleteCommand       `cmd:"" help:"Delete a customer's account: shown nowhere at once, erased 365 days later."`
		Suspend      userSuspendCommand      `cmd:"" help:"Keep a customer from logging in; all their logins end."`
	} `cmd:"" help:"Customers."`
	Import struct {
		Products importCommand         `cmd:"" help:"Put the products of a CSV price list into the shop."`
		Pictures importPicturesCommand `cmd:"" help:"Put the pictures of a folder, of a zip or at the addresses of price lists into the shop."`
	} `cmd:"" help:"Bring data in."`
	Export    exportCommand    `cmd:"" help:"Write products, orders, customers or the ledger of the stock into a CSV or XLSX file."`
	Backup    backupCommand    `cmd:"" help:"Copy the whole shop into a file; it may go on serving."`
	Verify    verifyCommand    `cmd:"" help:"Check that a copy is whole and can be restored."`
	Restore   restoreCommand   `cmd:"" help:"Bring a copy, or the continuous copies, back into a new data folder, and a new database."`
	Move      moveCommand      `cmd:"" help:"Move the shop to PostgreSQL, or to a new data folder with SQLite."`
	Doctor    doctorCommand    `cmd:"" help:"Look at everything the shop needs, and say what to do; ends with 1 for errors."`
	Install   installCommand   `cmd:"" help:"On Debian and Ubuntu: make a service of this program, with HTTPS and a certificate; twice is harmless."`
	Upgrade   upgradeCommand   `cmd:"" help:"Replace the installed program by a new version, and go back if it fails."`
	Uninstall uninstallCommand `cmd:"" help:"Remove the service; the shop's data stays."`
	SetupLink setupLinkCommand `cmd:"" name:"setup-link" help:"Print where the shop is, with a new link for its setup if it has no owner."`
	Service   struct {
		Install   serviceInstallCommand   `cmd:"" help:"Run the shop from the start of the machine on, with the KIRANA_* settings of now; again to change them, or the program."`
		Uninstall serviceUninstallCommand `cmd:"" help:"Remove the service; the shop's data stays."`
		Run       serviceRunCommand       `cmd:"" hidden:""`
	} `cmd:"" help:"The service of Windows."`
	OpenAPI openAPICommand `cmd:"" name:"openapi" help:"Print the contract of the calls (OpenAPI 3.1, YAML)."`
	Version versionCommand `cmd:"" help:"Print the program's version."`
}

// console is the input and output of a command.
type console struct {
	version     string
	in          io.Reader
	out, errors io.Writer
	clock       clock.Clock // of the served shop; nil: the system clock
}

// Main runs the program and returns its exit code: 0 for success, 1 for failure, 2 for an invalid command line.
func Main(version string, args []string, in io.Reader, out, errs io.Writer) int {
	if len(args) == 0 && hasOwnConsole() {
		return runDoubleClicked(version, in, out, errs)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return runCommand(ctx, args, &console{version: version, in: in, out: out, errors: errs})
}

func runCommand(ctx context.Context, args []string, c *console) int {
	var cli commands
	exit := -1
	parser, err := kong.New(&cli, kong.Name("kirana"), kong.Description("An online grocery shop in one binary."),
		kong.Vars{"data_dir": defaultDataDir()}, kong.Writers(c.out, c.errors), kong.Exit(func(code int) { exit = code }), kong.ConfigureHelp(kong.HelpOptions{Compact: true}))
	if err != nil {
		fmt.Fprintln(c.errors, err)
		return 1
	}
	command, err := parser.Parse(args)
	if exit >= 0 { // --help was printed
		return exit
	}
	if err != nil {
		fmt.Fprintf(c.errors, "kirana: %v\nTry `kirana --help`.\n", err)
		return 2
	}
	command.BindTo(ctx, (*context.Context)(nil))
	if err := command.Run(c); err != nil {
		fmt.Fprintf(c.errors, "kirana: %s\n", sentence(err))
		return 1
	}
	return 0
}

// sentence returns the text of an error for people.
func sentence(err error) string {
	if f := fault.Of(err); f != nil && f.Cause == nil {
		return f.Message
	} else if f != nil {
		return f.Cause.Error()
	}
	if errors.Is(err, context.Canceled) {
		return "stopped"
	}
	return err.Error()
}

type versionCommand struct {
	config.Storage
	JSON bool `help:"Print the schema it works with as well, and the state of the shop: for upgrades."`
}

// Run prints the version.
func (v versionCommand) Run(ctx context.Context, c *console) error {
	if v.JSON {
		description, err := describe(ctx, v.Storage, c.version)
		if err != nil {
			return err
		}
		return json.NewEncoder(c.out).Encode(description)
	}
	_, err := fmt.Fprintln(c.out, "kirana", c.version)
	return err
}

type migrateCommand struct {
	config.Storage
	WithoutCopy bool `help:"Do not copy the shop first: you have a copy."`
}

// Run creates or migrates the database's tables.
func (m migrateCommand) Run(ctx context.Context, c *console) error {
	log := slog.New(slog.NewJSONHandler(c.errors, nil))
	f, err := opener{settings: config.Config{Storage: m.Storage}, log: log, clock: clock.System{}, version: c.version, withoutCopy: m.WithoutCopy}.open(ctx)
	if err != nil {
		return err
	}
	defer f.close()
	_, err = fmt.Fprintln(c.out, "The database is up to date.")
	return err
}

type adminCreateCommand struct {
	config.Storage
	Email string `required:"" help:"Email to log in with."`
	Name  string `required:"" help:"Name of the administrator."`
}

// Run creates an administrator.
func (a adminCreateCommand) Run(ctx context.Context, c *console) error {
	password, err := readPassword(c.in, c.errors)
	if err != nil {
		return err
	}
	return withFeatures(ctx, a.Storage, func(ctx context.Context, f *features) error {
		user, err := f.accounts.CreateAdmin(ctx, a.Name, a.Email, password)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(c.out, "%s is an administrator now.\n", user.Email)
		return err
	})
}

type openAPICommand struct{}

// Run prints the OpenAPI document.
func (openAPICommand) Run(c *console) error {
	f := opener{log: discard(), clock: clock.System{}}.features(nil, nil, account.Key{})
	f.takeOrders(payment.Config{})
	text, err := f.router(httpapi.APIVersion).OpenAPI()
	if err != nil {
		return err
	}
	_, err = c.out.Write(text)
	return err
}

func discard() *slog.Logger { return slog.New(slog.DiscardHandler) }

func isTerminal(f *os.File) bool {
	stat, err := f.Stat()
	return err == nil && stat.Mode()&os.ModeCharDevice != 0
}
