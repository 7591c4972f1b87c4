import { parseCpe } from '@assay/engine/cpe.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { parseBomLink } from '@assay/engine/documents/sbom/bom-link.ts'
import { parsePurl } from '@assay/engine/purl.ts'
import { describeMissing } from '@assay/engine/vex/describe-missing.ts'
import { keyOfProduct, nameKey, packageOf } from '@assay/engine/vex/product-keys.ts'
import { isInRange } from '@assay/engine/vex/version-range.ts'
import type { ProductStatement, VexProduct } from '@assay/engine/vex/vex-document.ts'
import type { Scope } from '#auth/scope.ts'
import { resolveIds } from '#knowledge/own-advisories/resolve-ids.ts'
import type { Database } from '#platform/database/database.ts'
import { productIdsOf } from './product-ids.ts'
import { listKnownSubjects, listProjects, listUsedVersions, type UsedVersion } from './subject-store.ts'

interface Stated {
  statements: readonly ProductStatement[]
  /** null for a document of the account or of teams. */
  projectUuid: string | null
  /** CPEs that components of the project have. */
  cpes: ReadonlySet<string>
}

/** Why statements apply to nothing that is known, as one sentence by their position. */
export async function findUnmatched(
  db: Database,
  scope: Scope,
  stated: Stated,
): Promise<Map<number, string>> {
  const isKnown = await readKnown(db, scope, stated)
  const advisories = await resolveIds(db, scope, [...new Set(stated.statements.flatMap(({ ids }) => ids))])
  const unmatched = new Map<number, string>()
  for (const [position, { ids, product, subcomponent }] of stated.statements.entries()) {
    const missing = [subcomponent ?? product, product].find((each) => !isKnown(each))
    if (missing)
      unmatched.set(position, `${ids[0]}: ${describeMissing(missing, stated.projectUuid !== null)}`)
    else if (!ids.some((id) => advisories.has(id)))
      unmatched.set(position, `${ids[0]}: no advisory of this id is known.`)
  }
  return unmatched
}

/** Whether the product is in use, or is the project or one of the account's. */
async function readKnown(
  db: Database,
  scope: Scope,
  { statements, projectUuid, cpes }: Stated,
): Promise<(product: VexProduct) => boolean> {
  const products = statements.flatMap(({ product, subcomponent }) => [product, subcomponent ?? []].flat())
  const purls = products.filter(({ id }) => /^pkg:/i.test(id))
  const names = [...new Set(purls.map(({ id }) => packageOf(id).replace(/^\S+ /, '')))]
  const used = Map.groupBy(await listUsedVersions(db, scope, { names, projectUuid }), keyOfUsed)
  const keys = [...new Set(products.map(keyOfProduct))]
  const subjects = await listKnownSubjects(db, scope, { keys, projectUuid })
  const others = products.some(({ id }) => !/^(?:pkg|urn:cdx|cpe):/i.test(id))
  const projects = others ? await listProjects(db, scope, projectUuid) : []
  const ids = new Set(projects.flatMap(productIdsOf))
  const projectNames = new Set(projectUuid === null ? [] : projects.map(({ name }) => nameKey(name)))
  return (product) => {
    const key = keyOfProduct(product)
    if (isSource(product) || ids.has(product.id) || projectNames.has(key)) return true
    // Which components of all projects have a CPE is only known to their scans.
    if (parseCpe(product.id) && (projectUuid === null || cpes.has(product.id))) return true
    // Component references were replaced if they were found.
    if (product.isRef || parseBomLink(product.id)) return false
    return subjects.has(key) || (used.get(key) ?? []).some((each) => isUsed(product, each))
  }
}

const keyOfUsed = ({ ecosystem, name }: UsedVersion): string =>
  ecosystem === null ? name : `${ecosystem} ${ecosystemById(ecosystem as EcosystemId).normalizeName(name)}`

/** Which packages are built from a source package is only known to the scan. */
const isSource = ({ id }: VexProduct): boolean =>
  /^(?:src|source)$/.test(parsePurl(id)?.qualifiers['arch'] ?? '')

function isUsed({ id, versions }: VexProduct, { ecosystem: of, version }: UsedVersion): boolean {
  const ecosystem = of === null ? null : ecosystemById(of as EcosystemId)
  if (versions !== null) return isInRange(versions, version, ecosystem)
  const stated = parsePurl(id)?.version ?? null
  return stated === null || stated === version || ecosystem?.compareVersions(stated, version) === 0
}
