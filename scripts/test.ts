/**
 * npm test: all tests, on the embedded database or on the one of DATABASE_URL.
 * npm test -- engine scoring: files of a package or app whose path contains the text; npm test -- teams: of all.
 * npm test -- --changed: checks and tests of what differs from the main branch; see changed/main.ts.
 * Other arguments go to vitest.
 * --only-database, for another PostgreSQL: a small set of the server's tests that covers every line of code from which
 * the last complete run sent a statement, and all tests of concurrent or repeated statements.
 * With CI=true, skipped tests are failures, except those that need root when not run as root. Failed files are rerun
 * alone, so that a busy machine does not block a change; tests that failed once are listed at the end.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { parseCLI, startVitest, type TestCase, type TestModule } from 'vitest/node'
import { checkChanged } from './changed/main.ts'
import { databaseTests, readStatementRecords, withEveryStatement } from './database-tests.ts'

const onlyDatabase = '--only-database'
const args = process.argv.slice(2)
const [, changed, base] = /^(--changed)(?:=(.+))?$/.exec(args[0] ?? '') ?? []
if (changed) process.exit((await checkChanged(base)) ? 0 : 1)
const { filter, options } = parseCLI(['vitest', 'run', ...args.filter((each) => each !== onlyDatabase)])
const root = join(import.meta.dirname, '..')
const folders = ['e2e', 'scripts', ...['packages', 'apps'].flatMap((name) => readdirSync(join(root, name)))]
const named = filter.filter((each) => folders.includes(each))
const files = args.includes(onlyDatabase)
  ? withEveryStatement(
      databaseTests().map((path) => join(root, path)),
      readStatementRecords(),
    )
  : filter.filter((each) => !folders.includes(each))
const project = [...named, ...[options.project ?? []].flat()]
let vitest = await startVitest('test', files, { ...options, project, watch: false, run: true })

const isCI = process.env['CI'] === 'true'
/** Maximum number of failed files to rerun; more are not flaky. */
const filesAgain = 8
let modules = vitest.state.getTestModules()
const unsteady = await runAgain()
const tests = modules.flatMap((module) => [...module.children.allTests()])
const inState = (state: string) => tests.filter((test) => test.result().state === state)
const skipped = inState('skipped')
const passed = inState('passed').length
// Files that do not load, failing hooks and errors outside of tests have no failed test.
const broken = modules.flatMap(errorsBesideTests).length + vitest.state.getUnhandledErrors().length
const browserTests = skipped.filter((test) => test.project.name === 'e2e')
const missed = process.getuid?.() === 0 ? skipped : browserTests
const refused = isCI ? missed.length : 0
const failed = inState('failed').length + broken + refused

await vitest.close()
for (const line of unsteady)
  process.stdout.write(`FAILED ONCE ${isListed(line) ? '' : 'and not listed: '}${line}\n`)
for (const line of failures()) process.stdout.write(`${line}\n`)
for (const notice of notices()) process.stdout.write(`\n!! SKIPPED: ${notice}\n`)
const counts = [`${passed} passed`, `${failed} failed`]
if (skipped.length > refused) counts.push(`${skipped.length - refused} skipped`)
process.stdout.write(`\n${counts.join(', ')}\n`)
process.exit(failed > 0 || passed === 0 ? 1 : 0)

/** Reruns files that failed or did not finish, one at a time. Returns what had failed. */
async function runAgain(): Promise<string[]> {
  const broken = modules.filter((module) => !['passed', 'skipped'].includes(module.state()))
  const isAccident = broken.length > 0 && broken.length <= filesAgain
  const others = vitest.state.getUnhandledErrors()
  if (!isCI || !isAccident || !others.every(isCrash)) return []
  const lines = broken.flatMap((module) => [
    ...[...module.children.allTests('failed')].map(lineOf),
    ...errorsBesideTests(module),
  ])
  lines.push(...others.map((error) => firstLine([isCrash(error) ? error.cause : error])))
  // A new run, since the global setup of the first one was torn down.
  await vitest.close()
  const again = { ...options, project: broken.map(({ project: { name } }) => name), fileParallelism: false }
  const paths = broken.map((module) => module.moduleId)
  vitest = await startVitest('test', paths, { ...again, watch: false, run: true })
  modules = [...modules.filter((module) => !broken.includes(module)), ...vitest.state.getTestModules()]
  return lines
}

/** Whether the test is known to be flaky, and waits for its cause to be found. */
function isListed(line: string): boolean {
  const known = readFileSync(join(root, '.ci/failed-once.txt'), 'utf8').split('\n')
  return known.some((name) => name !== '' && line.startsWith(`${name}: `))
}

/** The runtime crashed: only the file it was running has no result. */
function isCrash(error: unknown): error is { cause: Error } {
  const cause = error instanceof Object && 'cause' in error ? error.cause : null
  const message = cause instanceof Object && 'message' in cause ? String(cause.message) : ''
  return /^Worker exited unexpectedly with signal SIGSEGV\b/.test(message)
}

/** Errors of loading a file, and of the hooks of its suites. */
function errorsBesideTests(module: TestModule): string[] {
  const file = `${module.project.name} ${module.relativeModuleId}`
  const ofSuites = [...module.children.allSuites()].flatMap((suite) =>
    suite.errors().map((error) => `${file} > ${suite.fullName}: ${firstLine([error])}`),
  )
  return [...module.errors().map((error) => `${file}: ${firstLine([error])}`), ...ofSuites]
}

function lineOf(test: TestCase): string {
  const name = `${test.project.name} ${test.module.relativeModuleId} > ${test.fullName}`
  return `${name}: ${firstLine(test.result().errors)}`
}

/** One line each, since the log may be long. */
function failures(): string[] {
  const ofTests = inState('failed').map(lineOf)
  const ofFiles = modules.flatMap(errorsBesideTests)
  const others = vitest.state.getUnhandledErrors().map((error) => `outside of tests: ${firstLine([error])}`)
  const left = refused > 0 ? missed.map((test) => `skipped: ${test.fullName}`) : []
  return [...ofTests, ...ofFiles, ...others, ...left].map((each) => `FAILED ${each}`)
}

function firstLine(errors: readonly unknown[] = []): string {
  const [error] = errors
  const message = error instanceof Object && 'message' in error ? String(error.message) : String(error)
  return stripVTControlCharacters(message).split('\n', 1)[0]!
}

/** Tests skipped by this run, with reasons. */
function notices(): string[] {
  const usesDatabase = modules.some((module) => module.project.name === 'server')
  // With -t, most tests are skipped on purpose.
  const others = options.testNamePattern
    ? []
    : skipped.filter((test) => !browserTests.includes(test)).map((test) => test.fullName)
  return [
    ...(usesDatabase && !process.env['DATABASE_URL']
      ? [
          'a PostgreSQL of your own; the server ran on the embedded database only. Set DATABASE_URL to run it there.',
        ]
      : []),
    ...(browserTests.length > 0
      ? [`${browserTests.length} browser tests. Install Chromium to run them.`]
      : []),
    ...others.map((name) => `${name}. This machine or this user cannot run it.`),
  ]
}
