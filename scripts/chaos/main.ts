/**
 * npm run chaos -- --rounds 20 [--seed 1] [--database embedded|external] [--parallel 1]: the product under uploads,
 * while it, its database, its network, its disk and its clock fail. docs/reliability.md says what a round does.
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
/** Then a new installation, on the other database. */
const roundsOfInstallation = 10

const print = (line: string) => process.stdout.write(`${line}\n`)
const postgres = findPostgres()
const notices = new Set<string>()
if (!postgres && values.database !== 'embedded')
  notices.add('an external PostgreSQL: no binaries in /usr/lib/postgresql. Install postgresql to run it.')

const summary = openSummary(print)
let next = 0
/** Installations share nothing but the machine, so that several may suffer at once. */
const suffer = async () => {
  while (next < rounds) {
    const first = next
    next = Math.min(rounds, first + roundsOfInstallation)
    await runRounds(first, next)
  }
}
await Promise.all(Array.from({ length: Number(values.parallel) }, suffer))

summary.print()
for (const notice of notices) print(`\n!! SKIPPED: ${notice}`)
// On CI nothing is skipped: it is root and has PostgreSQL.
const failed = summary.failed() + (isCi ? notices.size : 0)
print(`\n${summary.passed()} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

/** Of one installation; a new one after each that failed, as what was broken once stays broken. */
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
      // Of its own, so that a round alone does what it did among others.
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

/** Every other installation, where there are binaries. */
function databaseOf(round: number): string | null {
  if (values.database === 'embedded') return null
  if (values.database === 'external') return postgres
  return Math.floor(round / roundsOfInstallation) % 2 === 1 ? postgres : null
}
