import { parseCpe } from '@assay/engine/cpe.ts'
import { formatPurl, parsePurl } from '@assay/engine/purl.ts'
import { documentOfLink, parseBomLink } from '@assay/engine/documents/sbom/bom-link.ts'
import type { ProductStatement, VexDocument, VexProduct } from '@assay/engine/vex/vex-document.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import type { BuildDocument } from '#scanning/builds/documents/build-document.ts'
import { totalSize } from '#scanning/builds/documents/document-heads.ts'
import { listDocumentHeads, loadDocuments, removeFiles } from '#scanning/builds/documents/document-store.ts'
import { runBySize } from '#scanning/builds/reading/run-by-size.ts'
import { uuidIri } from './product-ids.ts'
import { type Resolved, resolveReferences } from './resolve-references.ts'
import { listLastBuilds, listLinkedBuilds, type ReferredBuild } from './subject-store.ts'

interface Pinned {
  projectUuid: string
  purl: string | null
}

/**
 * Replaces references to components of uploaded SBOMs by package URLs, so that the statements keep applying to later
 * documents, whose references differ. Others stay, in case their document is uploaded later. cpes: those that the
 * project's last documents have.
 */
export async function pinReferences(
  db: Database,
  scope: Scope,
  { document, projectUuid }: { document: VexDocument; projectUuid: string | null },
): Promise<{ document: VexDocument; cpes: ReadonlySet<string> }> {
  const products = document.statements.flatMap(({ product, subcomponent }) =>
    [product, subcomponent ?? []].flat(),
  )
  const found = await resolveAll(db, scope, { products, projectUuid })
  const cpes = new Set([...found.keys()].filter((id) => parseCpe(id)))
  const pinned = new Map([...found].filter(([id]) => !cpes.has(id)))
  return { document: { ...document, statements: document.statements.map((each) => pin(each, pinned)) }, cpes }
}

async function resolveAll(
  db: Database,
  scope: Scope,
  { products, projectUuid }: { products: readonly VexProduct[]; projectUuid: string | null },
): Promise<Map<string, Pinned>> {
  const links = new Set(products.filter(({ id }) => parseBomLink(id)).map(({ id }) => id))
  const refs = new Set(products.filter(({ id, isRef }) => isRef || parseCpe(id)).map(({ id }) => id))
  const pinned = new Map<string, Pinned>()
  const documents = [...links].map((id) => documentOfLink(parseBomLink(id)!))
  const linked = links.size === 0 ? [] : await listLinkedBuilds(db, scope, { documents, projectUuid })
  const last = refs.size === 0 || projectUuid === null ? [] : await listLastBuilds(db, scope, projectUuid)
  const searches = [
    ...linked.map((build) => ({ build, references: links })),
    ...last.map((build) => ({ build, references: refs })),
  ]
  for (const { build, references } of searches) {
    const open = [...references].filter((each) => !pinned.has(each))
    if (open.length === 0) continue
    for (const [reference, purl] of await resolveIn(db, scope, { build, references: open }))
      pinned.set(reference, { projectUuid: build.projectUuid, purl })
  }
  return pinned
}

async function resolveIn(
  db: Database,
  scope: Scope,
  { build, references }: { build: ReferredBuild; references: string[] },
): Promise<Resolved> {
  const size = totalSize(await listDocumentHeads(db, scope, build.uuid))
  const work = { module: new URL('resolve-references.ts', import.meta.url), name: resolveReferences.name }
  const loaded: BuildDocument[] = []
  const load = async () => {
    loaded.push(...(await loadDocuments(db, scope, build.uuid)))
    return { documents: loaded, references }
  }
  try {
    return await runBySize<Resolved>({ ...work, size, load })
  } finally {
    await removeFiles(loaded)
  }
}

function pin(statement: ProductStatement, pinned: ReadonlyMap<string, Pinned>): ProductStatement {
  const { product, subcomponent } = statement
  const whole = pinned.get(product.id)
  const part = subcomponent && pinned.get(subcomponent.id)
  const newPart = subcomponent && part?.purl ? withPurl(subcomponent, part.purl) : subcomponent
  if (!whole) return { ...statement, subcomponent: newPart }
  if (whole.purl !== null && newPart !== null)
    return { ...statement, product: withPurl(product, whole.purl), subcomponent: newPart }
  return {
    ...statement,
    product: { id: uuidIri(whole.projectUuid), versions: null },
    subcomponent: whole.purl === null ? newPart : withPurl(product, whole.purl),
  }
}

function withPurl({ versions }: VexProduct, purl: string): VexProduct {
  const parsed = parsePurl(purl)
  const id = versions !== null && parsed ? formatPurl({ ...parsed, version: null }) : purl
  return { id, versions }
}
