import { relative } from 'node:path'
import type { Reporter, TestCase } from 'vitest/node'

/** Lists tests that failed and passed on a retry (--retry): they may hide a race. */
export default class UnsteadyReporter implements Reporter {
  private readonly names: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky)
      this.names.push(`${relative(process.cwd(), test.module.moduleId)} > ${test.fullName}`)
  }

  onTestRunEnd(): void {
    for (const name of this.names) process.stdout.write(`Passed at the second attempt: ${name}\n`)
  }
}
