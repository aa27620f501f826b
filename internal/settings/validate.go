package settings

import (
	"encoding/json"
	"errors"
	"maps"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/tax"
	"kirana/internal/unicodetext"
)

// PageNames are the pages that owners can edit.
var PageNames = []string{"about", "delivery", "returns", "privacy", "terms"}

const (
	maxLine      = 200    // characters
	maxPage      = 50_000 // characters
	maxList      = 2_000  // pincodes, holidays
	maxOrders    = 1_000  // open cash orders
	maxMinutes   = 24 * 60
	weekDays     = 7
	maxBillStart = 99_999
	maxYear      = 2200 // of the end of a pause, far below 9999, the last year of times in JSON
)

var (
	pincodeForm = regexp.MustCompile(`^[1-9][0-9]{5}$`)                                   // https://www.indiapost.gov.in: six digits, none begins with 0
	fssaiForm   = regexp.MustCompile(`^[0-9]{14}$`)                                       // the FSSAI license number
	upiForm     = regexp.MustCompile(`^[A-Za-z0-9._-]{2,256}@[A-Za-z][A-Za-z0-9]{1,63}$`) // NPCI's virtual payment address
	accentForm  = regexp.MustCompile(`^#[0-9a-f]{6}$`)
	phoneForm   = regexp.MustCompile(`^\+?[0-9][0-9 -]{5,18}[0-9]$`)
	prefixForm  = regexp.MustCompile(`^[A-Z0-9]{1,4}$`)
	deviceForm  = regexp.MustCompile(`^C[0-9]{1,2}C?$`) // bill prefixes of counter devices
	inStoreForm = regexp.MustCompile(`^2[0-9]?$`)       // GS1 prefixes of in-store labels
	digitsForm  = regexp.MustCompile(`^[0-9]{10,15}$`)
)

// Apply returns the settings with the fields of a JSON object changed. An invalid value fails with fault.Invalid with the
// field's name.
func (s Settings) Apply(patch []byte) (Settings, error) {
	next := s.clone()
	if err := json.Unmarshal(patch, &next); err != nil {
		var wrongType *json.UnmarshalTypeError
		if errors.As(err, &wrongType) && wrongType.Field != "" {
			return s, fault.InField(wrongType.Field, "This field has a value of the wrong type.")
		}
		return s, fault.New(fault.Invalid, "invalid_input", "The settings have a value of the wrong type.")
	}
	next.normalize()
	next.Legal.deriveState()
	if err := fault.Form(slices.Concat(next.invalidFields(), next.wrongStanding(s), next.wrongPrefix(s))); err != nil {
		return s, err
	}
	return next, nil
}

// deriveState sets an empty state from the code in a valid GSTIN.
func (l *Legal) deriveState() {
	if l.State == "" && tax.CheckSellerGSTIN(l.GSTIN, "").Format == "" {
		l.State = tax.StateName(l.GSTIN[:2])
	}
}

// wrongStanding returns the faults of a changed state or GSTIN. Unchanged faults do not prevent other changes.
func (s Settings) wrongStanding(before Settings) []fault.Field {
	var c check
	moved := s.Legal.State != before.Legal.State
	c.require(!moved || s.Legal.State == "" || tax.StateCode(s.Legal.State) != "", "legal.state", "%s is not a state of India. Please write it as on your certificate: Maharashtra.", s.Legal.State)
	if s.Legal.GSTIN == "" {
		kept := s.Legal.GST == before.Legal.GST && before.Legal.GSTIN == ""
		c.require(kept || !s.Legal.needsGSTIN(), "legal.gstin", missingGSTIN)
	}
	if len(c.fields) > 0 || s.Legal.GSTIN == "" || (s.Legal.GSTIN == before.Legal.GSTIN && !moved) {
		return c.fields
	}
	wrong := tax.CheckSellerGSTIN(s.Legal.GSTIN, s.Legal.State)
	c.require(wrong.Format == "", "legal.gstin", "%s", wrong)
	return c.fields
}

// wrongPrefix returns the fault of a changed bill prefix that is reserved for counter devices.
func (s Settings) wrongPrefix(before Settings) []fault.Field {
	var c check
	c.require(s.Bill.Prefix == before.Bill.Prefix || !deviceForm.MatchString(s.Bill.Prefix), "bill.prefix", "Bills of the counter begin with C and a number. Please choose another prefix.")
	return c.fields
}

// clone returns a deep copy, so that decoding into it does not change s.
func (s Settings) clone() Settings {
	s.Hours, s.Holidays, s.Pincodes, s.Languages = slices.Clone(s.Hours), slices.Clone(s.Holidays), slices.Clone(s.Pincodes), slices.Clone(s.Languages)
	for i, day := range s.Hours {
		s.Hours[i] = slices.Clone(day)
	}
	s.Riders = normalizeRiders(s.Riders)
	s.WeightBarcodes = slices.Clone(s.WeightBarcodes)
	for i, b := range s.WeightBarcodes {
		s.WeightBarcodes[i].Item, s.WeightBarcodes[i].Value = slices.Clone(b.Item), slices.Clone(b.Value)
	}
	s.Pages, s.HolidayNotes = maps.Clone(s.Pages), maps.Clone(s.HolidayNotes)
	return s
}

// normalize trims texts, normalizes numbers, sorts lists, and replaces null lists and maps by empty ones.
func (s *Settings) normalize() {
	for _, text := range []*string{
		&s.Name, &s.Tagline, &s.Logo, &s.Accent, &s.Phone, &s.WhatsApp, &s.Email, &s.Address, &s.DeliveryNote, &s.DeliveryBy, &s.DeliveryCutoff, &s.UPIID, &s.UPIName,
		&s.Legal.Name, &s.Legal.Address, &s.Legal.FSSAI, &s.Legal.GSTIN, &s.Legal.State, &s.Legal.Grievance,
	} {
		*text = strings.TrimSpace(unicodetext.Compose(strings.Map(printable, *text)))
	}
	for _, number := range []*string{&s.Phone, &s.WhatsApp, &s.Legal.FSSAI, &s.Legal.GSTIN, &s.UPIID, &s.DeliveryBy, &s.DeliveryCutoff} {
		*number = unicodetext.Digits(*number)
	}
	s.Accent, s.Legal.GSTIN = strings.ToLower(s.Accent), strings.ToUpper(strings.ReplaceAll(s.Legal.GSTIN, " ", ""))
	s.Bill.Prefix = strings.ToUpper(strings.TrimSpace(s.Bill.Prefix))
	s.Email, _ = unicodetext.Email(s.Email)
	if mobile, ok := unicodetext.Mobile(s.WhatsApp); ok { // wa.me requires the country code
		s.WhatsApp = "91" + mobile
	}
	s.WhatsApp = strings.NewReplacer(" ", "", "+", "", "-", "").Replace(s.WhatsApp)
	s.Legal.FSSAI = strings.ReplaceAll(s.Legal.FSSAI, " ", "")
	if s.Name == "" {
		s.Name = DefaultName
	}
	for i, text := range s.Pincodes {
		s.Pincodes[i], _ = unicodetext.Pincode(text)
	}
	s.Pincodes, s.Holidays = sortedSet(s.Pincodes), sortedSet(s.Holidays)
	s.Riders = normalizeRiders(s.Riders)
	if len(s.Languages) == 0 {
		s.Languages = []string{language.English}
	}
	if s.WeightBarcodes == nil {
		s.WeightBarcodes = []WeightBarcode{}
	}
	if s.Hours == nil {
		s.Hours = [][]string{}
	}
	if s.Pages == nil {
		s.Pages = map[string]string{}
	}
	if s.HolidayNotes == nil {
		s.HolidayNotes = map[string]string{}
	}
	// Remove empty pages, and notes of days that are not holidays.
	maps.DeleteFunc(s.Pages, func(_, text string) bool { return strings.TrimSpace(text) == "" })
	maps.DeleteFunc(s.HolidayNotes, func(day, note string) bool { return note == "" || !slices.Contains(s.Holidays, day) })
}

// printable removes characters that pages, SVG, mails and bills cannot show: control characters except line breaks and
// tabs, and hidden characters such as text direction marks.
func printable(r rune) rune {
	if (unicode.IsControl(r) && !strings.ContainsRune("\n\r\t\v\f\u0085", r)) || unicodetext.IsHidden(r) {
		return -1
	}
	return r
}

func sortedSet(list []string) []string {
	trimmed := make([]string, 0, len(list))
	for _, text := range list {
		trimmed = append(trimmed, strings.TrimSpace(text))
	}
	slices.Sort(trimmed)
	return slices.Compact(trimmed)
}

// invalidFields returns the faults, one per field.
func (s Settings) invalidFields() []fault.Field {
	var c check
	c.lines(map[string]string{
		"name": s.Name, "tagline": s.Tagline, "deliveryNote": s.DeliveryNote, "upiName": s.UPIName, "legal.name": s.Legal.Name, "legal.state": s.Legal.State,
		"phone": s.Phone, "email": s.Email, "logo": s.Logo,
	})
	c.texts(map[string]string{"address": s.Address, "legal.address": s.Legal.Address, "legal.grievance": s.Legal.Grievance}, maxLine*5)
	c.require(s.Logo == "" || isPicture(s.Logo), "logo", "Please upload the logo as a picture.")
	c.require(s.Accent == "" || (accentForm.MatchString(s.Accent) && contrastWithWhite(s.Accent) >= minContrast),
		"accent", "White text cannot be read on this color. Please choose a darker one.")
	c.require(s.Phone == "" || phoneForm.MatchString(s.Phone), "phone", "Please enter a phone number.")
	c.require(s.WhatsApp == "" || digitsForm.MatchString(s.WhatsApp), "whatsapp", "Please enter a WhatsApp number.")
	_, isEmail := unicodetext.Email(s.Email)
	c.require(s.Email == "" || isEmail, "email", "Please enter a valid email address.")
	c.require(s.PausedUntil == nil || s.PausedUntil.Year() < maxYear, "pausedUntil", "Please choose an earlier time.")
	c.hours(s.Hours)
	c.require(len(s.Holidays) <= maxList, "holidays", "There can be at most %d holidays.", maxList)
	for _, day := range s.Holidays {
		_, err := time.Parse(time.DateOnly, day)
		c.require(err == nil, "holidays", "A holiday must be a day as YYYY-MM-DD.")
	}
	for _, note := range s.HolidayNotes {
		c.require(utf8.RuneCountInString(note) <= maxLine, "holidays", "The note on a holiday can have at most %d characters.", maxLine)
	}
	c.require(len(s.Pincodes) <= maxList, "pincodes", "There can be at most %d pincodes.", maxList)
	for _, pincode := range s.Pincodes {
		c.require(pincodeForm.MatchString(pincode), "pincodes", "A pincode must have six digits.")
	}
	c.riders(s.Riders)
	c.require(s.DeliveryMinutes >= 0 && s.DeliveryMinutes <= 7*24*60, "deliveryMinutes", "A delivery must be promised within 7 days.")
	c.promise(s.DeliveryBy, s.DeliveryCutoff)
	c.require(s.CashOrders >= 0 && s.CashOrders <= maxOrders, "cashOrders", "Open cash orders must be between 0 and %d.", maxOrders)
	c.require(s.Legal.FSSAI == "" || fssaiForm.MatchString(s.Legal.FSSAI), "legal.fssai", "The FSSAI number must have 14 digits.")
	c.require(slices.Contains([]string{"", GSTRegistered, GSTComposition, GSTUnregistered}, s.Legal.GST), "legal.gst", "It must be REGISTERED, COMPOSITION or UNREGISTERED.")
	c.require(s.Legal.GST != GSTUnregistered || s.Legal.GSTIN == "", "legal.gstin", "A shop that is not registered has no GSTIN.")
	c.require(s.Counter.DiscountLimit >= 0 && s.Counter.DiscountLimit <= 100, "counter.discountLimit", "Please enter 0 to 100 per cent.")
	c.weightBarcodes(s.WeightBarcodes)
	c.require(prefixForm.MatchString(s.Bill.Prefix), "bill.prefix", "Please enter 1 to %d letters or digits.", MaxBillPrefix)
	c.require(s.Bill.Start >= 1 && s.Bill.Start <= maxBillStart, "bill.start", "The first number must be between 1 and %d.", maxBillStart)
	c.require(slices.Contains([]int{0, 4, 6}, s.HSNDigits), "hsnDigits", "It must be 0, 4 or 6 digits.")
	c.require(s.UPIID == "" || upiForm.MatchString(s.UPIID), "upiId", "A UPI ID looks like name@bank.")
	c.ages(s.Alerts)
	c.languages(s.Languages)
	for name, text := range s.Pages {
		c.require(slices.Contains(PageNames, name), "pages", "There is no page with this name.")
		c.require(utf8.RuneCountInString(text) <= maxPage, "pages."+name, "A page can have at most %d characters.", maxPage)
	}
	return c.fields
}

// maxWeightBarcodes is the number of possible prefixes: 2, and 20 to 29.
const maxWeightBarcodes = 11

// maxValueDigits is the maximum number of digits of a weight or price in a barcode.
const maxValueDigits = 6

// weightBarcodes checks the label formats: item code and value must not overlap, between prefix and check digit.
func (c *check) weightBarcodes(labels []WeightBarcode) {
	const field = "weightBarcodes"
	c.require(len(labels) <= maxWeightBarcodes, field, "There can be at most %d kinds of labels.", maxWeightBarcodes)
	prefixes := map[string]bool{}
	for _, b := range labels {
		c.require(inStoreForm.MatchString(b.Prefix), field, "A label begins with 2, or with 20 to 29.")
		c.require(!prefixes[b.Prefix], field, "There are two labels that begin with %s.", b.Prefix)
		prefixes[b.Prefix] = true
		c.require(b.Kind == BarcodeWeight || b.Kind == BarcodePrice, field, "The kind of a label must be WEIGHT or PRICE.")
		c.require(b.Decimals >= 0 && b.Decimals <= 3 && (b.Kind != BarcodePrice || b.Decimals <= 2), field, "A weight has up to 3 decimals, a price up to 2.")
		placed := isPlace(b.Item, len(b.Prefix)) && isPlace(b.Value, len(b.Prefix))
		c.require(placed, field, "Item code and value come after the prefix and before the check digit: from %d to 12.", len(b.Prefix)+1)
		if placed {
			c.require(b.Item[1] < b.Value[0] || b.Value[1] < b.Item[0], field, "Item code and value must not have a digit in common.")
			c.require(b.Value[1]-b.Value[0] < maxValueDigits, field, "A weight or price has at most %d digits.", maxValueDigits)
		}
	}
}

// isPlace reports whether two numbers are the positions of the first and last digit of a part of an EAN-13, after the
// prefix and before the check digit.
func isPlace(digits []int, prefix int) bool {
	return len(digits) == 2 && digits[0] > prefix && digits[0] <= digits[1] && digits[1] <= 12
}

type check struct{ fields []fault.Field }

// require adds a fault for a field unless ok, at most one per field.
func (c *check) require(ok bool, field, format string, args ...any) {
	if ok || slices.ContainsFunc(c.fields, func(f fault.Field) bool { return f.Field == field }) {
		return
	}
	c.fields = append(c.fields, fault.InvalidField(field, format, args...))
}

func (c *check) languages(offered []string) {
	all := language.All()
	for i, lang := range offered {
		c.require(slices.Contains(all, lang), "languages", "A language must be one of %s.", strings.Join(all, ", "))
		c.require(!slices.Contains(offered[:i], lang), "languages", "A language is listed twice.")
	}
}

func (c *check) lines(texts map[string]string) {
	c.texts(texts, maxLine)
	for _, field := range slices.Sorted(maps.Keys(texts)) {
		c.require(!unicodetext.Lines(texts[field]), field, "This must be one line.")
	}
}

func (c *check) texts(texts map[string]string, maxLength int) {
	for _, field := range slices.Sorted(maps.Keys(texts)) {
		c.require(utf8.RuneCountInString(texts[field]) <= maxLength, field, "This can have at most %d characters.", maxLength)
	}
}

// promise refuses a malformed time of day, and a cut-off without a delivery time or after it.
func (c *check) promise(by, cutoff string) {
	minute, ok := minuteOfDay(by)
	c.require(by == "" || ok, "deliveryBy", "The time must be written as HH:MM.")
	last, lastOK := minuteOfDay(cutoff)
	c.require(cutoff == "" || lastOK, "deliveryCutoff", "The time must be written as HH:MM.")
	c.require(cutoff == "" || (by != "" && last <= minute), "deliveryCutoff", "The cut-off must be before the time by which you deliver.")
}

// ages refuses minutes outside a day, and LateMinutes below NewMinutes or PackingMinutes.
func (c *check) ages(a Alerts) {
	for field, minutes := range map[string]int{"alerts.newMinutes": a.NewMinutes, "alerts.packingMinutes": a.PackingMinutes, "alerts.lateMinutes": a.LateMinutes} {
		c.require(minutes >= 1 && minutes <= maxMinutes, field, "Please enter 1 to %d minutes.", maxMinutes)
	}
	c.require(a.LateMinutes >= max(a.NewMinutes, a.PackingMinutes), "alerts.lateMinutes", "An order is late after it is marked: please enter more minutes.")
}

func (c *check) hours(days [][]string) {
	c.require(len(days) == 0 || len(days) == weekDays, "hours", "Hours must be given for seven days.")
	for _, day := range days {
		if len(day) == 0 || (len(day) == 2 && day[0] == "" && day[1] == "") {
			continue
		}
		ok := len(day) == 2
		for _, text := range day {
			_, valid := minuteOfDay(text)
			ok = ok && valid
		}
		c.require(ok && day[0] != day[1], "hours", "A day's hours must be two times as HH:MM.")
	}
}

// isPicture reports whether a URL is of an uploaded picture of this shop.
func isPicture(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Scheme == "" && u.Host == "" && strings.HasPrefix(u.Path, "/media/") && !strings.Contains(u.Path, "..")
}

// minContrast is the minimum contrast of text by WCAG 2.2 (https://www.w3.org/TR/WCAG22/#contrast-minimum).
const minContrast = 4.5

// contrastWithWhite returns the WCAG contrast ratio of white text on a #rrggbb color.
func contrastWithWhite(color string) float64 {
	var luminance float64
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		channel, err := strconv.ParseUint(color[1+2*i:3+2*i], 16, 8)
		if err != nil {
			return 0
		}
		c := float64(channel) / math.MaxUint8
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		luminance += weight * c
	}
	return 1.05 / (luminance + 0.05)
}
