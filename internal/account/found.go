package account

// FoundBy is the SQL text in which staff search users, in lower case. The index users_found is built on it.
const FoundBy = `LOWER(name) || ' ' || mobile || ' ' || email`

// FoundByWithoutEmail is FoundBy for staff who may not see emails.
const FoundByWithoutEmail = `LOWER(name) || ' ' || mobile`
