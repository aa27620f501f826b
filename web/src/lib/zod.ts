import * as z from 'zod/mini'

// Without it zod probes whether `new Function` is allowed, which the content security policy blocks and the browser reports.
z.config({ jitless: true })

export { z }
