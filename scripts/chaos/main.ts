/**
 * npm run chaos -- --rounds 20 [--seed 1] [--database embedded|external] [--parallel 1]: injects faults into product,
 * database, network, disk and clock during uploads. docs/evidence/reliability.md describes a round.
 */
import { parseArgs } from 'node:util'
import { findPostgres } from './database.ts'
import { type Installation, makeInstallation } from './installation.ts'
import { randomOf } from '../random.ts'
import { runRound } from './round.ts'
import { openSummary } from './summary.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    database: { type: 'string' },
    parallel: { type: 'string', default: '1' },
  },
})
const rounds = Number(values.rounds)
const seed = Number(values.seed)
const isCi = process.env['CI'] === 'true'
/** After this, a new installation starts on the other kind of database. */
const roundsOfInstallation = 10

const print = (line: string) => process.stdout.write(`${line}\n`)
const postgres = findPostgres()
const notices = new Set<string>()
if (!postgres && values.database !== 'embedded')
  notices.add('an external PostgreSQL: no binaries in /usr/lib/postgresql. Install postgresql to run it.')

const summary = openSummary(print)
let next = 0
/** Installations share only the machine, so they can run in parallel. */
const runInstallation = async () => {
  while (next < rounds) {
    const first = next
    next = Math.min(rounds, first + roundsOfInstallation)
    await runRounds(first, next)
  }
}
await Promise.all(Array.from({ length: Number(values.parallel) }, runInstallation))

summary.print()
for (const notice of notices) print(`\n!! SKIPPED: ${notice}`)
// In CI, which runs as root and has PostgreSQL, a skipped fault is a failure.
const failed = summary.failed() + (isCi ? notices.size : 0)
print(`\n${summary.passed()} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

/** Runs rounds of one installation, and creates a new one after a failure, since broken data stays broken. */
async function runRounds(first: number, end: number): Promise<void> {
  let installation: Installation | null = null
  const leave = async () => {
    if (installation) summary.countUploads(installation)
    await installation?.end().catch((error: unknown) => print(`!! the end failed: ${String(error)}`))
    installation = null
  }
  for (let round = first; round < end; round++) {
    const roundSeed = seed + round
    const label = `round ${round + 1} (--seed ${roundSeed})`
    try {
      // Its own seed, so that a round can be repeated alone.
      installation ??= await makeInstallation(randomOf(~roundSeed), databaseOf(round))
      if (!installation.disk.canFill)
        notices.add('full disks: only root may mount the small disk that they need. Run it as root.')
      const result = await runRound(installation, randomOf(roundSeed))
      summary.addRound(label, installation, result)
      if (result.violations.length > 0) await leave()
    } catch (error) {
      summary.addFailure(label, error)
      await leave()
    }
  }
  await leave()
}

/** Every other installation uses an external database, if PostgreSQL is installed. */
function databaseOf(round: number): string | null {
  if (values.database === 'embedded') return null
  if (values.database === 'external') return postgres
  return Math.floor(round / roundsOfInstallation) % 2 === 1 ? postgres : null
}
