import type { ComponentLayer, Inventory } from '../inventory.ts'

/** Between the name of an archive's document and the path of a file in it: 'app.zip.cdx.json!/web/package.json'. */
export const innerMark = '!/'

/** The name of a file of an archive, as a document beside the one that lists the archive's packages. */
export const innerPath = (document: string, path: string): string => `${document}${innerMark}${path}`

/** Layers of the files that are documents of their own, by the names of these. */
export const layersOfInner = (inventories: readonly Inventory[]): Map<string, ComponentLayer> =>
  new Map(
    inventories.flatMap(({ files, innerLayers = [] }) =>
      innerLayers.map(([path, layer]): [string, ComponentLayer] => [innerPath(files[0] ?? '', path), layer]),
    ),
  )

/** What a file of an archive lists: no package manager's command reaches it there. */
export function ofArchive(
  inventory: Inventory,
  path: string,
  layers: ReadonlyMap<string, ComponentLayer>,
): Inventory {
  if (!path.includes(innerMark)) return inventory
  const layer = layers.get(path)
  const components = inventory.components.map(({ requirements: _requirements, ...component }) => ({
    ...component,
    ...(layer && { layer }),
  }))
  return { ...inventory, components }
}
