package view

import (
	"encoding/binary"
	"errors"
	"slices"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/money"
)

// errPacked is returned for packed products that are not what packer wrote.
var errPacked = errors.New("these are no packed products")

// packer writes products in a compact form: numbers and the lengths of texts, and apart from them the texts, one after the
// other. unpack makes them again with a handful of allocations for all of them.
type packer struct {
	numbers []byte
	texts   []byte
	strings *stringTable
}

// stringTable numbers the texts that many products have.
type stringTable struct {
	texts   []string
	numbers map[string]int
}

func (t *stringTable) number(text string) uint64 {
	number, known := t.numbers[text]
	if !known {
		number = len(t.texts)
		t.texts = append(t.texts, text)
		t.numbers[text] = number
	}
	return uint64(number)
}

// What a product may have.
const (
	packedPublish byte = 1 << iota
	packedSoldOut
	packedImportKey
)

func (p *packer) pack(products []*catalog.Product) {
	p.numbers, p.texts = p.numbers[:0], p.texts[:0]
	p.count(len(products))
	details, images := 0, 0
	for _, product := range products {
		details, images = details+len(product.Details), images+len(product.Images)
	}
	p.count(details)
	p.count(images)
	for _, product := range products {
		p.product(product)
	}
}

func (p *packer) product(product *catalog.Product) {
	var has byte
	if product.Publish {
		has |= packedPublish
	}
	if product.SoldOutUntil != nil {
		has |= packedSoldOut
	}
	if product.ImportKey != nil {
		has |= packedImportKey
	}
	p.numbers = append(p.numbers, has)
	p.numbers = binary.AppendUvarint(p.numbers, p.strings.number(product.CategoryID))
	p.numbers = binary.AppendUvarint(p.numbers, p.strings.number(product.SubCategoryID))
	p.numbers = binary.AppendUvarint(p.numbers, p.strings.number(product.Unit))
	p.numbers = binary.AppendVarint(p.numbers, int64(product.Price))
	p.numbers = binary.AppendVarint(p.numbers, int64(product.Discount))
	p.numbers = binary.AppendVarint(p.numbers, int64(product.Stock))
	for _, at := range []time.Time{product.CreatedAt, product.UpdatedAt, product.EditedAt} {
		p.time(at)
	}
	for _, text := range []string{
		product.ID, product.Name, product.Description, product.Barcode, product.Maker, product.Origin, product.BestBefore, product.ConsumerCare,
	} {
		p.text(text)
	}
	if product.SoldOutUntil != nil {
		p.time(*product.SoldOutUntil)
	}
	if product.ImportKey != nil {
		p.text(*product.ImportKey)
	}
	p.count(len(product.Images))
	for _, image := range product.Images {
		p.text(image)
	}
	p.count(len(product.Details))
	for _, detail := range product.Details {
		p.numbers = binary.AppendUvarint(p.numbers, p.strings.number(detail.Name))
		p.text(detail.Text)
	}
}

func (p *packer) count(n int) { p.numbers = binary.AppendUvarint(p.numbers, uint64(n)) } //nolint:gosec // G115: lengths are not negative

func (p *packer) text(text string) {
	p.count(len(text))
	p.texts = append(p.texts, text...)
}

func (p *packer) time(at time.Time) {
	p.numbers = binary.AppendVarint(p.numbers, at.Unix())
	p.count(at.Nanosecond())
}

// unpacker reads what packer wrote. What it finds wrong it notes, and goes on with zero values.
type unpacker struct {
	numbers []byte
	texts   string
	strings []string
	wrong   bool
}

// unpack returns the products that were packed. They share their texts, which stay in memory for as long as one of them does.
func unpack(numbers []byte, texts string, shared []string) ([]catalog.Product, error) {
	u := unpacker{numbers: numbers, texts: texts, strings: shared}
	products := make([]catalog.Product, u.length())
	details := make(catalog.Details, 0, u.length())
	images := make(catalog.Images, 0, u.length())
	for i := range products {
		u.product(&products[i], &details, &images)
	}
	if u.wrong || len(u.numbers) > 0 || len(u.texts) > 0 {
		return nil, errPacked
	}
	return products, nil
}

// repack replaces products by copies that take less memory: those that a database returns are made of many small parts.
func repack(products []*catalog.Product) {
	p := packer{strings: &stringTable{numbers: map[string]int{}}}
	for part := range slices.Chunk(products, chunkSize) {
		p.pack(part)
		packed, err := unpack(p.numbers, string(p.texts), p.strings.texts)
		if err != nil {
			return // what the packer did not understand stays as it is
		}
		for i := range packed {
			part[i] = &packed[i]
		}
	}
}

// product reads a product. Its details and images are appended to those of all, whose memory they share.
func (u *unpacker) product(p *catalog.Product, details *catalog.Details, images *catalog.Images) {
	var has byte
	if len(u.numbers) > 0 {
		has, u.numbers = u.numbers[0], u.numbers[1:]
	}
	p.Publish = has&packedPublish != 0
	p.CategoryID, p.SubCategoryID, p.Unit = u.shared(), u.shared(), u.shared()
	p.Price, p.Discount, p.Stock = money.Paise(u.integer()), money.Paise(u.integer()), int(u.integer())
	p.CreatedAt, p.UpdatedAt, p.EditedAt = u.time(), u.time(), u.time()
	p.ID, p.Name, p.Description, p.Barcode = u.text(), u.text(), u.text(), u.text()
	p.Maker, p.Origin, p.BestBefore, p.ConsumerCare = u.text(), u.text(), u.text(), u.text()
	if has&packedSoldOut != 0 {
		until := u.time()
		p.SoldOutUntil = &until
	}
	if has&packedImportKey != 0 {
		key := u.text()
		p.ImportKey = &key
	}
	from := len(*images)
	for range u.length() {
		*images = append(*images, u.text())
	}
	p.Images = (*images)[from:len(*images):len(*images)]
	from = len(*details)
	for range u.length() {
		*details = append(*details, catalog.Detail{Name: u.shared(), Text: u.text()})
	}
	p.Details = (*details)[from:len(*details):len(*details)]
}

func (u *unpacker) uint() uint64 {
	n, size := binary.Uvarint(u.numbers)
	if size <= 0 {
		u.wrong, u.numbers = true, nil
		return 0
	}
	u.numbers = u.numbers[size:]
	return n
}

func (u *unpacker) integer() int64 {
	n, size := binary.Varint(u.numbers)
	if size <= 0 {
		u.wrong, u.numbers = true, nil
		return 0
	}
	u.numbers = u.numbers[size:]
	return n
}

// length reads how many of something follow: each takes a byte at least.
func (u *unpacker) length() int {
	n := u.uint()
	if n > uint64(len(u.numbers)) {
		u.wrong = true
		return 0
	}
	return int(n) //nolint:gosec // G115: it is no greater than a length
}

func (u *unpacker) text() string {
	n := u.uint()
	if n > uint64(len(u.texts)) {
		u.wrong = true
		return ""
	}
	text := u.texts[:n]
	u.texts = u.texts[n:]
	return text
}

func (u *unpacker) shared() string {
	number := u.uint()
	if number >= uint64(len(u.strings)) {
		u.wrong = true
		return ""
	}
	return u.strings[number]
}

func (u *unpacker) time() time.Time {
	seconds, nanoseconds := u.integer(), u.uint()
	return time.Unix(seconds, int64(nanoseconds)).UTC() //nolint:gosec // G115: less than a billion
}
