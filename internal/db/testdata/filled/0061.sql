UPDATE products SET hsn = '07136000', tax_condition = 'PREPACKED', gst_rate = 500, sku = 'D-1' WHERE id = 'dal';
UPDATE sub_categories SET hsn = '0401', tax_condition = 'UHT', gst_rate = 0 WHERE id = (SELECT sub_category_id FROM products WHERE id = 'milk');
UPDATE checkouts SET buyer_name = 'Tara Caterers', buyer_gstin = '27CCCFT0000C1ZX', billing = 'ISSUED' WHERE id = 'k1';
INSERT INTO tax_rates (id, hsn, condition, rate, cess, treatment, base, from_day, created_at) VALUES ('tr1', '0713', 'PREPACKED', 500, 0, 'TAXABLE', 'PRICE', '2027-04-01', '2026-01-15 18:00:00');
INSERT INTO bill_series (prefix, year, next) VALUES ('GK', '25-26', 2);
INSERT INTO bills (id, number, path_number, prefix, year, serial, kind, checkout_id, user_id, issued_at, place_of_supply, total, round_off, payable, document, left_at) VALUES ('b1', 'GK/25-26/00001', 'GK-25-26-00001', 'GK', '25-26', 1, 'TAX_INVOICE', 'k1', 'ravi', '2026-01-15 12:00:00', '27', 30000, 0, 30000, '{}', '2026-01-15 12:00:00');
