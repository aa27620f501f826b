import * as z from 'zod/mini'

// Without `jitless` zod probes whether `new Function` is allowed, which the content security policy blocks and the
// browser reports.
z.config({ jitless: true })

export { z }
