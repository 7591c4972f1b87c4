import { type Catalog, catalogFiles, catalogTree } from '../catalog.ts'
import type { Cataloger, FoundPackage, KeptFile } from '../model/cataloger.ts'
import { catalogers } from '../catalogers.ts'
import { isWanted } from '../kept-files.ts'
import { programReading } from '../read-content.ts'
import { type Budget, budgetOf } from '../trees/budget.ts'
import { resolveInTable } from '../trees/entry-table.ts'
import type { OpenContext, StoredEntry } from '../trees/tar-file.ts'
import { treeOfTable } from '../trees/tar-tree.ts'
import type { ImageFacts } from '../model/image-facts.ts'
import type { StoredImage } from './stored-image.ts'
import { type DatabaseState, layerOf, packageKey } from './layer-of-packages.ts'
import type { MergedFiles } from './layers.ts'
import { type AfterLayer, openImage } from './open-image.ts'

/** Packages of an image, each with the layer that brought it. */
export interface ImageCatalog extends Catalog {
  facts: ImageFacts
}

const databases: readonly Cataloger[] = catalogers.filter(({ isDatabase }) => isDatabase === true)
const isOfDatabase = (path: string) => databases.some((each) => each.claims(path) || each.needs?.(path))

/** Reads an image in one pass over its layers. Never throws. */
export async function catalogImage(
  parts: StoredImage,
  context: Omit<OpenContext, 'wants'>,
): Promise<ImageCatalog> {
  const states: DatabaseState[] = []
  const known = new Map<string, StoredEntry>()
  const wants = (path: string) => isWanted(path)
  const afterLayer: AfterLayer = async ({ index, file, merged }) => {
    const touched = file.entries.filter(({ path }) => isOfDatabase(path.replace(/\/\.wh\./, '/')))
    if (touched.length === 0) return
    for (const entry of touched) {
      if (entry.kind !== 'file' && entry.kind !== 'link') continue
      release(known.get(entry.path), context.budget)
      known.set(entry.path, entry)
    }
    states.push({ layer: index, keys: await keysOf(merged, known.keys()) })
  }
  const programs = programReading(context)
  const { facts, tree, issues } = await openImage(parts, { ...context, wants, programs }, afterLayer)
  // What the layers keep is in memory already.
  const catalog = await catalogTree(tree, {
    codecs: context.codecs,
    budget: budgetOf(context.budget.limits),
  })
  return {
    ...catalog,
    facts,
    issues: [...issues, ...catalog.issues],
    packages: catalog.packages.map((each) => withLayer(each, states)),
  }
}

/** A database that a later layer has replaced was compared already; dozens of layers may each have one. */
function release(entry: StoredEntry | undefined, budget: Budget): void {
  if (!entry?.bytes) return
  delete entry.bytes
  budget.release(entry.size)
}

/** The packages of all databases that are there now. */
async function keysOf(merged: MergedFiles, paths: Iterable<string>): Promise<Set<string>> {
  const files = new Map<string, KeptFile>()
  const tree = treeOfTable(merged)
  for (const path of paths) {
    const real = resolveInTable(merged, path)
    const bytes = real === null ? null : await tree.read(real)
    if (bytes) files.set(path, { path, bytes })
  }
  return new Set(catalogFiles({ files, issues: [] }, databases).packages.map(packageKey))
}

function withLayer(found: FoundPackage, states: readonly DatabaseState[]): FoundPackage {
  const [place] = found.places
  const layer = place && isOfDatabase(place.path) ? layerOf(packageKey(found), states) : undefined
  return layer === undefined ? found : { ...found, places: found.places.map((each) => ({ ...each, layer })) }
}
