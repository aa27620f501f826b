package mail

import (
	"kirana/internal/catalog"
	"kirana/internal/language"
	"kirana/internal/order"
	"kirana/internal/payment"
)

// Mails about accounts. The reader may not be the person who caused the mail, so each says what to
// do then.
var (
	otpTemplate = template{
		Subject: language.Word("Your {shop} OTP"),
		Before:  []language.Phrase{language.Word("Use this OTP to choose a new password:")},
		After: []language.Phrase{
			language.Word("It is valid for 10 minutes. Do not share it with anyone; the shop never asks for it."),
			language.Word("If you did not ask for it, you can ignore this mail: your password stays as it is."),
		},
	}
	confirmTemplate = template{
		Subject: language.Word("Confirm your email address"),
		Before:  []language.Phrase{language.Word("Welcome to {shop}. Please confirm that this address is yours:")},
		Button:  language.Word("Confirm my email"),
		After:   []language.Phrase{language.Word("The link is valid for 24 hours."), language.Word("If you have not registered at {shop}, you can ignore this mail.")},
	}
	confirmChangeTemplate = template{
		Subject: language.Word("Confirm your new email address"),
		Before:  []language.Phrase{language.Word("This address was given as the new email of an account at {shop}. It takes effect when you open this link:")},
		Button:  language.Word("Use this email"),
		After:   []language.Phrase{language.Word("The link is valid for 24 hours."), language.Word("If this was not you, you can ignore this mail: nothing changes.")},
	}
	invitationTemplate = template{
		Subject: language.Word("You are invited to work in the shop"),
		Before:  []language.Phrase{language.Word("The owner of {shop} invites you to work in the shop. Choose your name and password here:")},
		Button:  language.Word("Join the shop"),
		After:   []language.Phrase{language.Word("The link is valid for 7 days and can be used once."), language.Word("If you do not know the shop, you can ignore this mail.")},
	}
	changeRequestedTemplate = template{
		Subject: language.Word("A new email address was entered"),
		Before: []language.Phrase{
			language.Word("A new email address was entered for your account at {shop}. It takes effect when the link that was mailed to it is opened; until then this address stays."),
		},
		After: []language.Phrase{language.Word("If this was not you, take it back: that ends all logins and this change. Then choose a new password. The link is valid for 7 days.")},
	}
	emailChangedTemplate = template{
		Subject: language.Word("Your email address was changed"),
		Before:  []language.Phrase{language.Word("Your account at {shop} has another email address now. Mails no longer go to this one.")},
		After:   []language.Phrase{language.Word("If this was not you, take it back: your account has this address again and all logins end. Then choose a new password. The link is valid for 7 days.")},
	}
	attackTemplate = template{
		Subject: language.Word("Somebody tries to log in as you"),
		Before: []language.Phrase{
			language.Word("Somebody has tried many wrong passwords for your account at {shop}, and was refused. Their tries are slowed down now."),
		},
		After: []language.Phrase{
			language.Word("If it was not you, you need do nothing as long as your password is used nowhere else and hard to guess. Otherwise choose a new one in your profile."),
			language.Word("This mail comes once a day at most."),
		},
	}
	passkeyAddedTemplate = template{
		Subject: language.Word("A passkey was added to your account"),
		Before:  []language.Phrase{language.Word("A passkey was added to your account at {shop}. Whoever has its device can log in as you.")},
		After:   []language.Phrase{language.Word("If this was not you, remove it in your profile, choose a new password, and end all other logins.")},
	}
	passwordChangedTemplate = template{
		Subject: language.Word("Your password was changed"),
		Before:  []language.Phrase{language.Word("Your password at {shop} was reset, and all logins have ended. Please log in with the new one.")},
		After:   []language.Phrase{language.Word("If this was not you, reset your password again and make sure that nobody else can read your mail.")},
	}
)

var payments = map[payment.Status]language.Phrase{
	payment.CashOnDelivery: language.Word("To be paid in cash on delivery."),
	payment.Pending:        language.Word("The payment is not confirmed yet."),
	payment.Paid:           language.Word("Paid."),
}

// orderPlacedTemplate returns the mail about all lines of a new order.
func orderPlacedTemplate(lines []order.LineView) template {
	return template{
		Subject: language.NewPhrase("Your order #%d is placed", lines[0].OrderNumber),
		Before:  []language.Phrase{language.Word("Thank you for shopping at {shop}. This is what you have ordered:")},
		Receipt: receiptOf(lines),
	}
}

// receiptOf lists the lines of an order that are not canceled.
func receiptOf(lines []order.LineView) *receipt {
	r := &receipt{RoundOff: lines[0].OrderRoundOff.Paise()}
	for _, line := range lines {
		if line.DeliveryStatus == order.Canceled {
			continue
		}
		r.Payment = payments[line.PaymentStatus]
		r.Lines = append(r.Lines, lineOf(line))
		r.Total += line.Total
	}
	address := lines[0].Address
	for _, line := range []string{address.Receiver, address.Line, address.Landmark, address.City + " " + address.Pincode, address.State + ", " + address.Country, address.Mobile} {
		if line != "" {
			r.Address = append(r.Address, oneLine(line))
		}
	}
	return r
}

func lineOf(line order.LineView) receiptLine {
	return receiptLine{
		Number: line.Number, Name: oneLineNamed(catalog.Named{Own: line.ProductDetail.Name, Names: line.ProductDetail.Names}), Unit: oneLine(line.Unit), Typed: []string{oneLine(line.Size), oneLine(line.Color)},
		Quantity: line.Quantity, Total: line.Total,
	}
}
