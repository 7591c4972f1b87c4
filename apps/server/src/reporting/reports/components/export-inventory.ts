import type { Bom } from '@assay/contract/inventory-documents.ts'
import { inventoryProperties } from '@assay/engine/documents/sbom/cyclonedx/inventory-properties.ts'
import { cyclonedxEvidence } from '@assay/engine/reports/cyclonedx-evidence.ts'
import { cyclonedxHashes } from '@assay/engine/reports/cyclonedx-hash.ts'
import { type Issue, unreadIssues } from '@assay/engine/inventory.ts'
import type { Usage } from '@assay/engine/package-usage.ts'
import { usageProperties, withUsage } from '@assay/engine/usage/usage-evidence.ts'
import { licenseName } from '@assay/engine/licenses/spdx.ts'
import { signJson } from '@assay/engine/signatures/sign-json.ts'
import { findAccount } from '#accounts/account/store.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { ItemStream } from '#platform/http/item-stream.ts'
import { readStreamed, streamJson } from '#platform/http/json-stream.ts'
import { largeResponse } from '#auth/router/large-response.ts'
import {
  componentKeysAt,
  type ExportedComponent,
  exportedPages,
  type GraphRow,
  graphPages,
  usageAt,
} from './component-pages-store.ts'
import { type DependencyGraph, graphBytesPerComponent, readGraph } from './dependency-graph.ts'
import { version } from '#platform/system/version.ts'
import { purlOf } from './purl-of.ts'
import type { ScanRow } from '#reporting/reports/stored/store.ts'

interface Inventory {
  project: { name: string; url: string }
  branch: string
  scan: ScanRow
  /** To be listed with the components; left out by default. */
  vulnerabilities?: ({ id: string } & Record<string, unknown>)[]
}

/** The graph, with a reference per component. */
const bytesPerComponent = graphBytesPerComponent + 150

/** All of it as text and as objects, in two forms. */
const signedBytesPerComponent = bytesPerComponent + 8000

/** The components as of a scan, in CycloneDX: https://cyclonedx.org/docs/1.6/json/. */
export const exportInventory = (db: Database, scope: Scope, of: Inventory) =>
  largeResponse(of.scan.component_count * bytesPerComponent, () => makeBom(db, scope, of))

/** The same with a signature (JSF). signingKey: Ed25519, in PEM. */
export const exportSignedInventory = (
  db: Database,
  scope: Scope,
  { signingKey, ...of }: Inventory & { signingKey: string },
) =>
  largeResponse(of.scan.component_count * signedBytesPerComponent, async () =>
    streamJson(signJson(await readBom(db, scope, of), signingKey)),
  )

/** The same as an object, with all of its components in memory. */
export const readBom = async (db: Database, scope: Scope, of: Inventory): Promise<Bom> =>
  (await readStreamed(await makeBom(db, scope, of))) as Bom

async function makeBom(db: Database, scope: Scope, { project, branch, scan, vulnerabilities }: Inventory) {
  const branchUuid = scan.branch_uuid
  const keys = await componentKeysAt(db, scope, { branchUuid, number: scan.number })
  const refs = newRefs()
  const graph = await readGraph(graphPages(db, scope, { branchUuid, keys }), refs.add)
  const account = await findAccount(db, scope)
  const usages = await usageAt(db, scope, { branchUuid, number: scan.number })
  return streamJson({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${scan.uuid}`,
    version: 1,
    metadata: {
      timestamp: scan.scanned_at.toISOString(),
      tools: { components: [{ type: 'application', name: 'Assay', version }] },
      ...(account && { manufacturer: { name: account.name } }),
      component: {
        type: 'application',
        'bom-ref': rootRef,
        name: project.name,
        version: branch,
        externalReferences: [{ type: 'vcs', url: project.url }],
      },
    },
    components: new ItemStream(
      exportComponents(exportedPages(db, scope, { branchUuid, keys }), { refs: refs.list, usages }),
    ),
    dependencies: new ItemStream(exportDependencies(graph, refs.list)),
    compositions: compositionsOf(completenessOf(scan, graph), refs.list),
    ...(vulnerabilities && { vulnerabilities }),
  })
}

const rootRef = 'project'

/** References must be unique; rows of one package URL can differ in files or scope. */
function newRefs() {
  const uses = new Map<string, number>()
  const list: string[] = []
  const add = (row: GraphRow): void => {
    const ref = purlOf(row) ?? `${row.ecosystem ?? 'other'}:${row.name}@${row.version}`
    const before = uses.get(ref) ?? 0
    uses.set(ref, before + 1)
    list.push(before === 0 ? ref : `${ref}#${before + 1}`)
  }
  return { add, list }
}

/** The pages have the order of the references. */
async function* exportComponents(
  pages: AsyncIterable<ExportedComponent[]>,
  { refs, usages }: { refs: readonly string[]; usages: ReadonlyMap<string, Usage> },
) {
  let row = 0
  for await (const page of pages)
    yield page.map((each) =>
      exportComponent(each, refs[row++]!, usages.get(`${each.ecosystem} ${each.package_name}`)),
    )
}

function exportComponent(
  component: ExportedComponent,
  ref: string,
  usage: Usage | undefined,
): Bom['components'][number] {
  const { name, version, scope, licenses, locations, copyright, sbom_fields: fields } = component
  const hashes = cyclonedxHashes(fields?.hashes ?? [])
  const found = withUsage(fields?.evidence, usage)
  const evidence = cyclonedxEvidence({ locations, ...(found && { evidence: found }) })
  const properties = [
    ...(fields?.sureness ? [{ name: inventoryProperties.sureness, value: fields.sureness }] : []),
    ...usageProperties(usage?.state),
  ]
  const purl = purlOf(component)
  return {
    type: 'library',
    'bom-ref': ref,
    name,
    version,
    ...(purl !== null && { purl }),
    scope: scope === 'test' ? 'excluded' : 'required',
    ...(hashes.length > 0 && { hashes }),
    ...(licenses.length > 0 && { licenses: licenses.map(exportLicense) }),
    ...(copyright !== null && { copyright }),
    ...(fields?.references && { externalReferences: fields.references }),
    ...(evidence && { evidence }),
    ...(properties.length > 0 && { properties }),
  }
}

const exportLicense = (license: string) =>
  licenseName(license) === null ? { license: { name: license } } : { license: { id: license } }

/** Empty if no document had a dependency graph, otherwise with an entry for each component. */
async function* exportDependencies({ rows, dependenciesOf }: DependencyGraph, refs: readonly string[]) {
  const refsOf = (list: Iterable<number>) => Array.from(list, (row) => refs[row]!)
  const direct = refs.filter((_, row) => rows.isDirect.at(row) === 1)
  if (direct.length === 0) return
  yield [{ ref: rootRef, dependsOn: direct }]
  for (const [row, ref] of refs.entries()) yield [{ ref, dependsOn: refsOf(dependenciesOf(rows.id.at(row))) }]
}

type Compositions = Bom['compositions']

const compositionsOf = (
  aggregate: Compositions[number]['aggregate'],
  refs: readonly string[],
): Compositions => [{ aggregate, dependencies: [rootRef, ...refs] }]

/** Incomplete if a file was not read, or nothing needs a component. https://cyclonedx.org/docs/1.6/json/#compositions */
function completenessOf({ issues }: ScanRow, { rows, parentsOf }: DependencyGraph) {
  let direct = 0
  let unplaced = unreadIssues(issues as Issue[]).length
  for (const [row, id] of rows.id.slice(0, rows.id.length).entries()) {
    if (rows.isDirect.at(row) === 1) direct++
    else if (parentsOf(id).length === 0) unplaced++
  }
  if (direct === 0) return 'unknown'
  return unplaced === 0 ? 'complete' : 'incomplete'
}
