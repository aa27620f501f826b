import { execFileSync } from 'node:child_process'

/** Runs one of poppler's tools (pdfinfo, pdftotext) and returns what it prints. */
export function runPoppler(tool: string, ...args: string[]): string {
  return execFileSync(tool, args, { encoding: 'utf8' })
}
