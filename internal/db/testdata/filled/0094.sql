UPDATE checkouts SET buyer_address = '4 Market Yard, Pune' WHERE id = 'k1';
UPDATE purchases SET supplier_gstin = '27AAPFM2217K1Z1', supplier_state = '27' WHERE id = 'p85';
