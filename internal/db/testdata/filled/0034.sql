UPDATE products SET barcode = '8901030865275', maker = 'Amul, Anand', origin = 'India', best_before = '3 days from packing', consumer_care = '1800 258 3333' WHERE id = 'milk';
