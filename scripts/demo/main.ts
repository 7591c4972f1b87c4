/**
 * npm run demo: fills the empty account of the configured database (ASSAY_DATA, DATABASE_URL) with a year of demo data.
 * Then run npm start, which prints the URL.
 */
import { ConfigError, readConfig } from '@assay/server/config.ts'
import { EmbeddedDatabaseError } from '@assay/server/platform/database/embedded/embedded-database-error.ts'
import { Problem } from '@assay/server/platform/http/problem.ts'
import { fillFirstAccount } from '@assay/server/fill-first-account.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)
const isForPeople = (error: unknown): error is Error =>
  error instanceof ConfigError || error instanceof EmbeddedDatabaseError || error instanceof Problem

try {
  const started = performance.now()
  const { login, ...made } = await fillFirstAccount(readConfig(process.env), {
    now: Date.now(),
    onProgress: ({ done, all }) => {
      if (process.stdout.isTTY) process.stdout.write(`\r  ${done} of ${all} scans`)
      if (process.stdout.isTTY && done === all) process.stdout.write('\r')
    },
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  print(`\n  ${made.projects} projects in ${made.teams} teams, ${made.branches} branches,`)
  print(`  ${made.scans} scans over a year and ${made.exclusions} exclusions, made in ${seconds} s.\n`)
  print('  Next: npm start, and open the address that it prints. The dashboard shows the last month;')
  print('  set "From:" a year back for all of it.\n')
  if (login) print(`  Log in as     ${login.email}`)
  if (login?.password)
    print(`  Password      ${login.password}\n                Shown only once. Save it now.`)
} catch (error) {
  if (!isForPeople(error)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
