import { isoDay } from '@assay/engine/time.ts'
/**
 * npm run soak -- [chaos] [attack] [fuzz] [imports] [--minutes 60] [--seed 1] [--again]: the tests that take hours, all or those
 * named, in parts. What has run is kept: a soak that was stopped, or has used up its minutes, continues with the next
 * part when it is run again, unless --again. The results are rows in docs/evidence/reliability.md.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { addSlice, type Done, nextSlice, nothingDone, rowOf, type Soak, soaks, withRow } from './soaks.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    again: { type: 'boolean', default: false },
  },
})
const root = join(import.meta.dirname, '../..')
const evidence = join(root, 'docs/evidence/reliability.md')
const seed = Number(values.seed)
const deadline = performance.now() + Number(values.minutes) * 60_000
const unknown = positionals.filter((name) => !soaks.some((soak) => soak.name === name))
if (unknown.length > 0) {
  process.stderr.write(
    `No such soak: ${unknown.join(', ')}. There are: ${soaks.map(({ name }) => name).join(', ')}\n`,
  )
  process.exit(2)
}
const print = (line: string) => process.stdout.write(`${line}\n`)
const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
const day = isoDay(new Date())

let failed = 0
for (const soak of soaks.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
  const done = await run(soak)
  failed += done.failed
  const row = rowOf(soak, done, { day, commit })
  if (done.slices > 0) writeFileSync(evidence, withRow(readFileSync(evidence, 'utf8'), row))
  print(row)
  for (const line of done.failures) print(line)
}
process.exit(failed > 0 ? 1 : 0)

/** Runs parts until all is done or the time is used up. */
async function run(soak: Soak): Promise<Done> {
  const path = join(root, 'node_modules/.cache/soaks', `${commit}-${soak.name}-${seed}.json`)
  mkdirSync(dirname(path), { recursive: true })
  let done: Done =
    existsSync(path) && !values.again ? (JSON.parse(readFileSync(path, 'utf8')) as Done) : nothingDone
  for (;;) {
    const slice = nextSlice(soak, { done, seed })
    if (slice === null || performance.now() >= deadline) return done
    print(`== ${soak.name}: ${done.amount} of ${soak.total} ${soak.unit}`)
    const begun = performance.now()
    const failures = await failuresOf(soak.command(slice))
    done = addSlice(done, { amount: slice.amount, seconds: (performance.now() - begun) / 1000, failures })
    writeFileSync(path, JSON.stringify(done))
  }
}

/** Of a run of an npm script: the lines in which it names them, else how it ended. */
async function failuresOf(command: readonly string[]): Promise<string[]> {
  const child = spawn('npm', ['run', '--silent', ...command], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
    process.stdout.write(chunk)
  })
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  if (code === 0) return []
  const named = output.split('\n').filter((line) => line.startsWith('FAILED '))
  return named.length > 0 ? named : [`FAILED npm run ${command.join(' ')}: ${signal ?? `exit code ${code}`}`]
}
