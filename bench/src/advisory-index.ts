import { type AdvisoryIndex, openIndex } from '@assay/engine/advisories/advisory-index.ts'
import { compileIndex } from '@assay/engine/advisories/compile-index.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bench, Row } from './bench.ts'
import { advisoriesOf, nameOf } from './generate/advisories.ts'
import { randomOf } from '../../scripts/random.ts'
import { inTurns, median, time } from './measure.ts'

const advisories = 215_000
const questions = 5000

export const advisoryIndex: Bench = {
  title: `The npm index of ${advisories.toLocaleString('en')} generated advisories: built, read from its file and opened, and queried for the same ${questions.toLocaleString('en')} components in each round. The floor of a match is a lookup of the name in a Map.`,
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'))
    try {
      return await measure(join(folder, 'npm.index'))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

async function measure(file: string): Promise<Row[]> {
  const npm = ecosystemById('npm')
  const entries = advisoriesOf(advisories)
  const builds: number[] = []
  let bytes: Uint8Array = new Uint8Array()
  for (let turn = 0; turn < 3; turn++) builds.push(await time(() => (bytes = compileIndex(npm, entries))))
  await writeFile(file, bytes)

  const read = async () => openIndex(npm, aligned(await readFile(file)))
  const index = await read()
  const random = randomOf(2)
  const queries = Array.from({ length: questions }, () => ({
    // A third of them has no advisory.
    name: nameOf(random.below(advisories / 2)),
    version: `${random.below(6)}.${random.below(20)}.${random.below(40)}`,
  }))
  const names = new Map(entries.map((entry) => [entry.affected.name, entry]))
  let found = 0
  const ask = (of: AdvisoryIndex) => {
    for (const { name, version } of queries) found += of.match(name, version).length
  }
  const { open, load, match, cold, floor } = await inTurns(
    { turns: 15, warm: 5 },
    {
      open: () => openIndex(npm, bytes),
      load: read,
      match: () => ask(index),
      cold: () => ask(openIndex(npm, bytes)),
      floor: () => {
        for (const { name } of queries) found += names.get(name) ? 1 : 0
      },
    },
  )
  if (found === 0) throw new Error('Nothing was found')
  const size = `${(bytes.length / 2 ** 20).toFixed(1)} MiB`
  const oneLook = { what: 'Map.get', ms: floor / questions }
  return [
    { what: 'build', ms: median(builds), note: size },
    { what: 'read the file and open', ms: load },
    { what: 'open alone', ms: open },
    { what: 'match one component, warm', ms: match / questions, floor: oneLook },
    { what: 'match one component for the first time', ms: (cold - open) / questions, floor: oneLook },
  ]
}

/** Small buffers share a pool and can start at any offset. */
const aligned = (bytes: Uint8Array) => (bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes))
