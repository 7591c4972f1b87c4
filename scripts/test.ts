/**
 * npm test: all tests, on the embedded database or on the one of DATABASE_URL.
 * Arguments go to vitest: npm test -- --project engine packages/engine/src/scoring
 */
import { existsSync } from 'node:fs'
import { parseCLI, startVitest } from 'vitest/node'

const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)])
const vitest = await startVitest('test', filter, { ...options, watch: false, run: true })

const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()])
const count = (state: string) => tests.filter((test) => test.result().state === state).length
const [passed, failed, skipped] = [count('passed'), count('failed'), count('skipped')]
// A file that does not load, or an error outside of tests, has no test that failed.
const brokenModules = vitest.state
  .getTestModules()
  .filter((module) => !module.ok() && module.errors().length > 0).length
const broken = brokenModules + vitest.state.getUnhandledErrors().length

await vitest.close()
for (const notice of notices()) process.stdout.write(`\n!! ${notice}\n`)
process.stdout.write(
  `\n${passed} passed, ${failed + broken} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
)
process.exit(failed + broken > 0 || passed === 0 ? 1 : 0)

/** What was not tested in this run, and what it would need. */
function notices(): string[] {
  const hasDatabase = (process.env['DATABASE_URL'] ?? '') !== ''
  const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  return [
    ...(hasDatabase
      ? []
      : ['SKIPPED: a PostgreSQL of your own. Set DATABASE_URL to run the server tests on it.']),
    ...(browsers.some((path) => existsSync(path))
      ? []
      : ['SKIPPED: the browser stories. Install Chromium to run them.']),
  ]
}
