import type { RkvstSettings } from './settings.ts'
import { z } from 'zod'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { writeJson } from '#platform/http/json-stream.ts'
import { exportInventory } from '#reporting/reports/components/export-inventory.ts'
import { findReport } from '#reporting/reports/stored/find-report.ts'

export interface SbomDocument {
  content: string
  /** 'urn:uuid:<scan>' */
  serialNumber: string
  component: string
  /** The branch. */
  version: string
}

/** The services reject larger ones. */
const maxLength = 64 * 1024 * 1024

const Written = z.looseObject({
  serialNumber: z.string(),
  metadata: z.looseObject({ component: z.looseObject({ name: z.string(), version: z.string() }) }),
  components: z.array(z.looseObject({})),
})

/** The inventory of a scan, with the component metadata the services read. The hub supports up to CycloneDX 1.4. */
export async function makeDocument(
  db: Database,
  scope: Scope,
  of: { projectUuid: string; scanUuid: string; settings: Pick<RkvstSettings, 'supplier' | 'protocol'> },
): Promise<SbomDocument> {
  const report = await findReport(db, scope, { projectUuid: of.projectUuid, reportUuid: of.scanUuid })
  const written = await writeJson(await exportInventory(db, scope, report).make(), null)
  const bom = Written.parse(JSON.parse(typeof written === 'string' ? written : await joined(written)))
  const { component } = bom.metadata
  const supplier = of.settings.supplier || 'Assay'
  const named = { ...component, author: supplier, supplier: { name: supplier } }
  const full = { ...bom, metadata: { ...bom.metadata, component: named } }
  const content = JSON.stringify(of.settings.protocol === 'hub' ? asVersion14(full) : full)
  return { content, serialNumber: bom.serialNumber, component: component.name, version: component.version }
}

/** Removes features of 1.5: occurrences of components, and tools as components. */
function asVersion14(bom: z.output<typeof Written>): object {
  const components = bom.components.map(({ evidence: _evidence, ...component }) => component)
  const metadata = { ...bom.metadata, tools: [{ vendor: 'Assay', name: 'Assay' }] }
  return { ...bom, specVersion: '1.4', metadata, components }
}

async function joined(pieces: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of pieces) {
    text += piece
    if (text.length > maxLength) throw new Error('The SBOM is too large to be published')
  }
  return text
}
