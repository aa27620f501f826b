INSERT INTO product_image_urls (product_id, position, url, created_at, due_at, attempts) SELECT MIN(id), 0, 'https://example.com/dal.jpg', MIN(created_at), MIN(created_at), 1 FROM products;
INSERT INTO picture_fingerprints (image, fingerprint, created_at) SELECT '/media/dal.webp', '00ff00ff00ff00ffc8c8c8', MIN(created_at) FROM products;
INSERT INTO picture_proposals (id, file, image, fingerprint, product_id, reason, other, created_at) SELECT 'proposal0001', 'dal.jpg', '/media/dal.webp', '00ff00ff00ff00ffc8c8c8', MIN(id), 'near', '', MIN(created_at) FROM products;
