UPDATE checkouts SET buyer_address = '4 Market Yard, Pune' WHERE id = 'k1';
