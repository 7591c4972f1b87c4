/**
 * npm test: all tests, on the embedded database or on the one of DATABASE_URL.
 * Arguments go to vitest: npm test -- --project engine packages/engine/src/scoring
 * With CI=true a skipped test is a failure, but for those that need root where nobody is root.
 */
import { parseCLI, startVitest } from 'vitest/node'

const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)])
const vitest = await startVitest('test', filter, { ...options, watch: false, run: true })

const modules = vitest.state.getTestModules()
const tests = modules.flatMap((module) => [...module.children.allTests()])
const inState = (state: string) => tests.filter((test) => test.result().state === state)
const skipped = inState('skipped')
const passed = inState('passed').length
// A file that does not load, or an error outside of tests, has no test that failed.
const broken =
  modules.filter((module) => !module.ok() && module.errors().length > 0).length +
  vitest.state.getUnhandledErrors().length
const stories = skipped.filter((test) => test.project.name === 'e2e')
const missed = process.getuid?.() === 0 ? skipped : stories
const refused = process.env['CI'] === 'true' ? missed.length : 0
const failed = inState('failed').length + broken + refused

await vitest.close()
for (const notice of notices()) process.stdout.write(`\n!! SKIPPED: ${notice}\n`)
const counts = [`${passed} passed`, `${failed} failed`]
if (skipped.length > refused) counts.push(`${skipped.length - refused} skipped`)
process.stdout.write(`\n${counts.join(', ')}\n`)
process.exit(failed > 0 || passed === 0 ? 1 : 0)

/** What this run left out, and what it would need. */
function notices(): string[] {
  const usesDatabase = modules.some((module) => module.project.name === 'server')
  // With -t most are left out on purpose.
  const others = options.testNamePattern
    ? []
    : skipped.filter((test) => !stories.includes(test)).map((test) => test.fullName)
  return [
    ...(usesDatabase && !process.env['DATABASE_URL']
      ? [
          'a PostgreSQL of your own; the server ran on the embedded database only. Set DATABASE_URL to run it there.',
        ]
      : []),
    ...(stories.length > 0 ? [`${stories.length} browser stories. Install Chromium to run them.`] : []),
    ...others.map((name) => `${name}. This machine or this user cannot run it.`),
  ]
}
