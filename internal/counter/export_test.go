package counter

import "context"

// KeepRefusedSale stores a refused sale as if its refusal came just now.
func (s *Service) KeepRefusedSale(ctx context.Context, sale Sale, refusal error) error {
	return s.keepRefused(ctx, Caller{}, request{kind: kindSale, body: sale, deviceID: sale.DeviceID, key: sale.Key, number: sale.Number, time: sale.Time, fingerprint: "of the device"}, refusal)
}
