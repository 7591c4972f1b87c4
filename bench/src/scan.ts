import { openIndex } from '@assay/engine/advisories/advisory-index.ts'
import { compileIndex } from '@assay/engine/advisories/compile-index.ts'
import { readDocuments } from '@assay/engine/documents/read.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import { scanInventory } from '@assay/engine/scan.ts'
import type { Rules } from '@assay/engine/scan-result.ts'
import type { Bench } from './bench.ts'
import { advisoriesOf } from './generate/advisories.ts'
import { inventoryOf } from './generate/inventory.ts'
import { inTurns } from './measure.ts'

const advisories = 215_000
const components = 18_477

const rules: Rules = {
  exclusions: [],
  licensePolicies: [{ name: 'No GPL', mode: 'DENY', licenses: ['GPL-3.0-only'] }],
  securityScoring: 'cvss',
  minimumScores: { security: 90, stability: 80, licensing: 95 },
}

export const scan: Bench = {
  title: `One CycloneDX document of ${components.toLocaleString('en')} components in this process: read, matched with ${advisories.toLocaleString('en')} advisories, its licenses evaluated, scored and compared. The floor is JSON.parse of the document.`,
  async run() {
    const npm = ecosystemById('npm')
    // About a tenth of the document's packages have advisories.
    const entries = advisoriesOf(advisories).map((entry) => {
      const name = entry.affected.name.replace('package-', 'package-1-')
      return { ...entry, affected: { ...entry.affected, name } }
    })
    const bytes = compileIndex(npm, entries)
    const document = { path: 'bom.cdx.json', bytes: inventoryOf(components) }
    const text = new TextDecoder().decode(document.bytes)
    const scanWith = (index: ReturnType<typeof openIndex>) => {
      const { inventory, issues } = readDocuments([document])
      return scanInventory({
        inventory,
        issues,
        indexes: () => index,
        rules,
        open: [],
        now: Date.UTC(2026, 0, 1),
      })
    }
    const index = openIndex(npm, bytes)
    const { findings } = scanWith(index)
    if (findings.length === 0) throw new Error('Nothing was found')
    const { warm, cold, read, floor } = await inTurns(
      { turns: 11, warm: 3 },
      {
        floor: () => JSON.parse(text) as unknown,
        read: () => readDocuments([document]),
        warm: () => scanWith(index),
        cold: () => scanWith(openIndex(npm, bytes)),
      },
    )
    const parse = { what: 'JSON.parse', ms: floor }
    const beyond = (ms: number) => `${(ms - 1.5 * floor).toFixed(0)} ms more than 1.5 × the floor`
    return [
      { what: 'read alone', ms: read, floor: parse },
      { what: 'whole scan', ms: warm, floor: parse, note: beyond(warm) },
      { what: 'whole scan, the index opened in it', ms: cold, floor: parse, note: beyond(cold) },
    ]
  },
}
