import * as z from 'zod/mini'

// Otherwise it tries whether it may make code as it runs, which the content policy forbids and a browser reports.
z.config({ jitless: true })

export { z }
