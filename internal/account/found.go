package account

// FoundBy is the SQL of what staff finds a user by, in lower case, with emails. The index
// users_found holds it.
const FoundBy = `LOWER(name) || ' ' || mobile || ' ' || email`

// FoundByWithoutEmail is FoundBy for who must not see emails.
const FoundByWithoutEmail = `LOWER(name) || ' ' || mobile`
