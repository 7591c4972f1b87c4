import { openIndex } from '@assay/engine/advisories/advisory-index.ts'
import type { IndexEntry } from '@assay/engine/advisories/advisory.ts'
import { compileIndex } from '@assay/engine/advisories/compile-index.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import type { Ecosystem as OsvEcosystem } from '@renovatebot/osv-offline-db'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gte, lt, parse } from 'semver'
import type { Bench, Row } from './bench.ts'
import { advisoriesOf, nameOf } from './generate/advisories.ts'
import { randomOf } from '../../scripts/random.ts'
import { inTurns } from './measure.ts'

const advisories = 215_000
const questions = 5000
/** Repetitions per sample: samples of a few ms would measure unoptimized code and cold caches. */
const rounds = 20

interface MatchQuery {
  id: EcosystemId
  /** Formats a package name for the ecosystem. */
  spell(name: string): string
  /** Names in the other library; absent if it does not support the ecosystem. */
  osv?: { ecosystem: OsvEcosystem; purl: (name: string) => string }
}

const purlOf = (type: string) => (name: string) => `pkg:${type}/${name.replace(':', '/')}`

const ecosystems: MatchQuery[] = [
  { id: 'npm', spell: (name) => name, osv: { ecosystem: 'npm', purl: purlOf('npm') } },
  { id: 'pypi', spell: (name) => name, osv: { ecosystem: 'PyPI', purl: purlOf('pypi') } },
  { id: 'maven', spell: (name) => `org.example:${name}`, osv: { ecosystem: 'Maven', purl: purlOf('maven') } },
  { id: 'go', spell: (name) => `example.org/${name}`, osv: { ecosystem: 'Go', purl: purlOf('golang') } },
  { id: 'debian', spell: (name) => name },
]

export const match: Bench = {
  title: `One component matched, warm, with ${advisories.toLocaleString('en')} generated advisories of its ecosystem; the same ${questions.toLocaleString('en')} components in each round. The floors answer the same queries from the same advisories: a Map of the names with the comparisons of semver (each version read once), and @renovatebot/osv-offline-db, which finds the advisories of a name and leaves the versions to its caller.`,
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'))
    // The library reads the variable when it is loaded.
    process.env['OSV_OFFLINE_ROOT_DIR'] = folder
    try {
      const rows: Row[] = []
      for (const chosen of ecosystems) rows.push(...(await measure(chosen, folder)))
      return rows
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

interface Question {
  name: string
  version: string
}

async function measure(asked: MatchQuery, folder: string): Promise<Row[]> {
  const ecosystem = ecosystemById(asked.id)
  const entries = advisoriesOf(advisories).map((entry): IndexEntry => {
    const { affected } = entry
    return { ...entry, affected: { ...affected, ecosystem: asked.id, name: asked.spell(affected.name) } }
  })
  const index = openIndex(ecosystem, compileIndex(ecosystem, entries))
  const list = drawQuestions(asked)
  let found = 0
  const own = () => {
    for (const { name, version } of list) found += index.match(name, version).length
  }
  const runs: Record<string, () => unknown> = { own: repeat(own) }
  // semver only supports npm's versions.
  if (asked.id === 'npm') runs['semver'] = repeat(askMap(entries, list))
  if (asked.osv) runs['osv'] = await askOsv(entries, { list, osv: asked.osv, folder })
  const ms = await inTurns({ turns: 7, warm: 2 }, runs)
  if (found === 0) throw new Error('Nothing was found')
  const each = (run: string) => (ms[run] ?? 0) / questions / (run === 'osv' ? 1 : rounds)
  const floors = [
    ...(runs['semver'] ? [{ what: 'Map and semver', ms: each('semver') }] : []),
    ...(asked.osv ? [{ what: 'osv-offline-db', ms: each('osv') }] : []),
  ]
  if (floors.length === 0) return [{ what: ecosystem.name, ms: each('own') }]
  return floors.map((floor) => ({
    what: ecosystem.name,
    ms: each('own'),
    floor,
    note: `${(floor.ms / each('own')).toFixed(0)} × faster`,
  }))
}

function drawQuestions({ spell }: MatchQuery): Question[] {
  const random = randomOf(2)
  return Array.from({ length: questions }, () => ({
    // A third of them has no advisory.
    name: spell(nameOf(random.below(advisories / 2))),
    version: `${random.below(6)}.${random.below(20)}.${random.below(40)}`,
  }))
}

const repeat = (run: () => unknown) => () => {
  for (let round = 0; round < rounds; round++) run()
}

/** A careful hand-written matcher: it parses each version once for all advisories of its package. */
function askMap(entries: readonly IndexEntry[], list: readonly Question[]) {
  const byName = Map.groupBy(entries, ({ affected }) => affected.name)
  return () => {
    const hits: IndexEntry[] = []
    for (const { name, version } of list) {
      const existing = byName.get(name)
      const parsed = existing && parse(version)
      if (!parsed) continue
      for (const entry of existing) {
        const { ranges, versions } = entry.affected
        const isHeld = ranges.some(
          ({ introduced, fixed }) =>
            (introduced === '0' || gte(parsed, introduced)) && (fixed === undefined || lt(parsed, fixed)),
        )
        if (isHeld || versions.includes(version)) hits.push(entry)
      }
    }
    return hits
  }
}

async function askOsv(
  entries: readonly IndexEntry[],
  { list, osv, folder }: { list: readonly Question[]; osv: NonNullable<MatchQuery['osv']>; folder: string },
) {
  const { ecosystem, purl } = osv
  const lines = entries.map(({ recordId: id, affected: { name, ranges, versions } }) => {
    const events = ranges.flatMap(({ introduced, fixed }) => [{ introduced }, ...(fixed ? [{ fixed }] : [])])
    const about = { ecosystem, name, purl: purl(name) }
    return JSON.stringify({
      id,
      affected: [{ package: about, ranges: [{ type: 'SEMVER', events }], versions }],
    })
  })
  await writeFile(join(folder, `${ecosystem.toLowerCase()}.nedb`), lines.join('\n'))
  const { OsvOfflineDb } = await import('@renovatebot/osv-offline-db')
  const db = OsvOfflineDb.create()
  let known = 0
  for (const { name } of list) known += (await db.query(ecosystem, name)).length
  if (known === 0) throw new Error(`osv-offline-db finds nothing for ${ecosystem}`)
  return async () => {
    for (const { name } of list) await db.query(ecosystem, name)
  }
}
