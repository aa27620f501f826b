package account

// FoundBy is the SQL text that staff searches users by, in lower case, including emails. The index
// users_found is built on it.
const FoundBy = `LOWER(name) || ' ' || mobile || ' ' || email`

// FoundByWithoutEmail is FoundBy for staff who may not see emails.
const FoundByWithoutEmail = `LOWER(name) || ' ' || mobile`
