package order

import (
	"context"
	"fmt"
	"strings"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/khata"
	"kirana/internal/language"
	"kirana/internal/money"
)

// maxReference is the maximum length of a payment's reference, in characters.
const maxReference = 60

func checkReference(reference string) (string, error) {
	reference = strings.TrimSpace(reference)
	if len([]rune(reference)) > maxReference {
		return "", fault.InField("reference", "A reference can have at most %d characters.", maxReference)
	}
	return reference, nil
}

// maxClaims bounds a shopper's claims for one order, because each is stored in the timeline and the
// activity log.
const maxClaims = 10

var errTooManyClaims = fault.New(fault.Conflict, "too_many_claims", "You have told the shop %d times already. Please call the shop.", maxClaims)

// Claim records a shopper's claim that a cash order was paid by UPI. Nothing counts as paid until
// staff confirms the claim with SetPaidBy. A later claim replaces the reference; repeating a claim
// changes nothing.
func (s *Service) Claim(ctx context.Context, actor Actor, numberOrID, reference string) error {
	reference, err := checkReference(reference)
	if err != nil {
		return err
	}
	_, err = s.change(ctx, actor, numberOrID, func(ctx context.Context, tx *db.Tx, c *orderChange) error {
		switch {
		case c.UserID != actor.UserID:
			return errNoOrder
		case c.Method != COD:
			return errNotCash
		case c.ClaimedAt != nil && c.ClaimReference == reference && (c.ClaimOpen || c.PaidBy == ByUPI && c.Collect == 0):
			return nil
		}
		claims, err := db.Get[int](ctx, tx, `SELECT COUNT(*) FROM checkout_events WHERE checkout_id = $1 AND what = 'claim'`, c.ID)
		if err != nil {
			return err
		}
		if claims >= maxClaims {
			return errTooManyClaims
		}
		c.details = eventDetails{Text: language.NewPhrase("said it is paid by UPI, reference %s", reference), Before: c.ClaimReference, After: reference}
		c.ClaimReference, c.ClaimedAt, c.ClaimOpen = reference, &c.at, true
		c.coverByClaim()
		c.code, c.undoable, c.silent = "claim", false, true
		return nil
	})
	if err != nil {
		return fmt.Errorf("claim a payment: %w", err)
	}
	return nil
}

// SetPaidBy records or corrects how a cash order was paid, on behalf of staff. ByUPI pays all lines
// or, if a claim is open, the lines that the claim covers; if these cost less now, the difference
// becomes RefundDue. "" means not paid yet: it deletes the claim, so that the shopper can claim
// again. ByKhata fails with fault.Conflict before DONE.
func (s *Service) SetPaidBy(ctx context.Context, actor Actor, numberOrID string, by PaidBy, reference string) (*Undo, error) {
	if by != "" && paidByWords[by].Format == "" {
		return nil, errPaidByWhat
	}
	reference, err := checkReference(reference)
	if err != nil {
		return nil, err
	}
	undo, err := s.change(ctx, actor, numberOrID, func(_ context.Context, _ *db.Tx, c *orderChange) error {
		if err := c.mayPay(actor, by, reference); err != nil {
			return err
		}
		if by == ByKhata && c.Stage != StageDone {
			return errKhataLater
		}
		text := language.Word("said it is not paid yet")
		if by != "" {
			text = language.NewPhrase("said it is paid by %s", paidByWords[by])
		}
		c.code, c.details = "paid", eventDetails{Text: text, Before: string(c.PaidBy), After: string(by)}
		if err := c.recordPaidBy(by, reference, s.number); err != nil {
			return err
		}
		if by == ByKhata && khataTotal(c.lines)+khataTotal(c.added) == 0 {
			return errNothingForKhata
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("say how an order was paid: %w", err)
	}
	return undo, nil
}

var errPackerCorrects = fault.New(fault.Forbidden, "needs_manager", "Only the owner or a manager can change how a paid order was paid.")

// mayPay keeps packers from recording a UPI payment without claim or reference, correcting a UPI
// payment, and changing a DONE order to or from the khata. Each would take money off the books
// without proof. A reference alone proves nothing, see flagUnclaimed.
func (c *orderChange) mayPay(actor Actor, by PaidBy, reference string) error {
	switch {
	case actor.manages():
		return nil
	case by == ByUPI && c.PaidBy != ByUPI && !c.ClaimOpen && reference == "":
		return khata.ErrNeedsReference
	case by != ByUPI && c.PaidBy == ByUPI && !c.ClaimOpen:
		return errPackerCorrects
	case c.Stage == StageDone && (by == ByKhata) != (c.PaidBy == ByKhata):
		return errPackerCorrects
	}
	return nil
}

// flagUnconfirmed is the flag of a line whose payment by UPI or card only a packer recorded.
var flagUnconfirmed = language.Word("A packer said that it is paid by UPI or card. Please check that the money came.").Store()

// flagUnclaimed flags the lines that a packer recorded as paid by UPI without a claim of the
// shopper. These include the khata lines of an order with a part paid by UPI. The flag is cleared
// when the payment method changes or a manager records the payment.
func (c *orderChange) flagUnclaimed(actor Actor, before snapshot) {
	if c.undone != nil || c.Channel == ChannelCounter {
		return
	}
	taken := c.khata.Taken > 0 && c.khata.TakenBy == ByUPI
	for i, previous := range before.Lines {
		l := &c.lines[i]
		byUPI := l.PaidBy == ByUPI && previous.PaidBy != ByUPI || taken && l.PaidBy == ByKhata
		claimed := before.Order.ClaimOpen && previous.Claimed >= l.Total
		switch {
		case !actor.manages() && byUPI && !claimed:
			l.Flag = flagUnconfirmed
		case l.Flag == flagUnconfirmed && (l.PaidBy != previous.PaidBy || actor.manages() && c.code == "paid"):
			l.Flag = ""
		}
	}
}

// flagCorrection flags a sale at the counter if a packer's correction raises the part paid by UPI or
// card. The flag is cleared when that part is 0, or when a manager corrects the payments.
func (c *orderChange) flagCorrection(actor Actor, before, after []CounterPayment) {
	cashless := func(payments []CounterPayment) money.Paise { return paidBy(payments, ByUPI) + paidBy(payments, ByCard) }
	switch flag := &c.lines[0].Flag; {
	case *flag == flagUnconfirmed && (actor.manages() || cashless(after) == 0):
		*flag = ""
	case *flag == "" && !actor.manages() && cashless(after) > cashless(before):
		*flag = flagUnconfirmed
	}
}

// paidByWords describe payment methods.
var paidByWords = map[PaidBy]language.Phrase{ByCash: language.Word("cash"), ByUPI: language.Word("UPI"), ByKhata: language.Word("khata")}

var (
	errPaidByWhat      = fault.InField("paidBy", "It must be CASH, UPI or KHATA.")
	errNothingForKhata = fault.New(fault.Conflict, "nothing_to_pay", "Nothing of this order is left to put on the khata.")
	errKhataLater      = fault.New(fault.Conflict, "khata_later", "An order goes on the khata when it is delivered.")
)

// payAtDoor records how a cash order that a move delivers was paid, and returns phrases for the
// timeline. It only corrects the method if nothing is left to collect. An order paid by UPI keeps
// its method while something is left to collect.
func (s *Service) payAtDoor(actor Actor, c *orderChange, m Move) ([]language.Phrase, error) {
	if m.PaidBy == "" {
		return nil, nil
	}
	if paidByWords[m.PaidBy].Format == "" {
		return nil, errPaidByWhat
	}
	reference, err := checkReference(m.Reference)
	if err != nil {
		return nil, err
	}
	hasRest := c.Method == COD && c.Collect > 0
	if m.PaidBy == ByKhata && !hasRest {
		return nil, errNothingForKhata
	}
	if m.Khata.Taken > 0 && m.Khata.TakenBy == ByUPI && reference == "" && !actor.manages() {
		return nil, khata.ErrNeedsReference
	}
	if m.PaidBy == ByUPI || !hasRest {
		if err := c.mayPay(actor, m.PaidBy, reference); err != nil {
			return nil, err
		}
	}
	if !hasRest {
		err = c.recordPaidBy(m.PaidBy, reference, s.number)
	} else if c.payRest(m.PaidBy, s.number); c.PaidBy != ByUPI {
		c.PaidBy, c.PaymentReference = m.PaidBy, reference
	}
	if err != nil {
		return nil, err
	}
	texts := []language.Phrase{language.NewPhrase("paid by %s", paidByWords[m.PaidBy])}
	if reference != "" {
		texts = append(texts, language.NewPhrase("reference %s", reference))
	}
	return texts, nil
}
