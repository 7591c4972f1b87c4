import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Bench } from './bench.ts'
import { advisoriesOf } from './generate/advisories.ts'
import { inventoryOf } from './generate/inventory.ts'
import { inTurns, time } from './measure.ts'

const advisories = 215_000
const components = 1000

export const offline: Bench = {
  title: `assay scan --offline of ${components.toLocaleString('en')} components against a local index of ${advisories.toLocaleString('en')} npm advisories, each time in a new process, from start to exit. The floor is the same Node with an empty script.`,
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'))
    try {
      const [source, inventory] = [join(folder, 'npm.jsonl'), join(folder, 'bom.cdx.json')]
      await writeFile(source, documentsOf())
      await writeFile(inventory, inventoryOf(components))
      const home = join(folder, 'home')
      const sync = await time(() => assay(home, ['advisories', 'sync', '--offline', '--from', source]))
      const scan = ['scan', '--offline', inventory, '--min-security', '0']
      const { table, sarif, cold, floor } = await inTurns(
        { turns: 15, warm: 1 },
        {
          floor: () => run(['-e', '0'], home),
          table: () => assay(home, scan),
          sarif: () => assay(home, [...scan, '--format', 'sarif']),
          cold: () => run([main, ...scan], home, { NODE_DISABLE_COMPILE_CACHE: '1' }),
        },
      )
      const empty = { what: 'node -e 0', ms: floor }
      return [
        { what: 'table', ms: table, floor: empty, note: `${(table - floor).toFixed(0)} ms more` },
        { what: 'SARIF', ms: sarif, floor: empty, note: `${(sarif - floor).toFixed(0)} ms more` },
        {
          what: 'table, without the code compiled by the installation',
          ms: cold,
          floor: empty,
          note: `${(cold - floor).toFixed(0)} ms more`,
        },
        { what: 'advisories sync --offline', ms: sync, note: 'one sample' },
      ]
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

const main = fileURLToPath(new URL('../../apps/cli/src/main.js', import.meta.url))

const assay = (home: string, args: string[]) => run([main, ...args], home)

async function run(args: string[], home: string, more: Record<string, string> = {}): Promise<void> {
  const env = { ...process.env, ASSAY_HOME: home, CI: 'true', ...more }
  const child = spawn(process.execPath, args, { env, stdio: 'ignore' })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
}

/** The generated advisories as OSV documents, one per line. */
const documentsOf = (): string =>
  advisoriesOf(advisories)
    .map(({ recordId: id, facts, affected: { name, ranges, versions } }) => {
      const events = ranges.flatMap(({ introduced, fixed }) => [
        { introduced },
        ...(fixed ? [{ fixed }] : []),
      ])
      const affected = [
        { package: { ecosystem: 'npm', name }, ranges: [{ type: 'SEMVER', events }], versions },
      ]
      const details = 'As long as the words of a usual advisory are. '.repeat(12)
      return JSON.stringify({ id, aliases: [facts.cve], summary: 'Generated', details, affected })
    })
    .join('\n')
