INSERT INTO closed_months (month, begins, ends, closed_at, closed_by) VALUES ('2026-01', '2025-12-31 18:30:00', '2026-01-31 18:30:00', '2026-02-03 09:00:00', 'asha');
