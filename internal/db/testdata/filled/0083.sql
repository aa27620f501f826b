INSERT INTO agent_carts (id, lines, expires_at) SELECT 'agentcart00000000000000001', '[]', MIN(created_at) FROM products;
