import type { ComponentLayer, Inventory } from '../inventory.ts'

/** Between the name of an archive's document and the path of a file in it: 'app.zip.cdx.json!/web/package.json'. */
export const innerMark = '!/'

/** The name of a file of an archive, as a document beside the one that lists the archive's packages. */
export const innerPath = (document: string, path: string): string => `${document}${innerMark}${path}`

const innerFile = /^.*?\.json!\/(.*)$/s

/** The path of a file in the project or archive, whose document may have the archive's name in front. */
export const pathInArchive = (path: string): string => innerFile.exec(path)?.[1] ?? path

/** Layers of the files that are documents of their own, by the names of these. */
export const layersOfInner = (inventories: readonly Inventory[]): Map<string, ComponentLayer> =>
  new Map(
    inventories.flatMap(({ files, innerLayers = [] }) =>
      innerLayers.map(([path, layer]): [string, ComponentLayer] => [innerPath(files[0] ?? '', path), layer]),
    ),
  )

/** What a file of an archive lists, with its layer. */
export function ofArchive(
  inventory: Inventory,
  path: string,
  layers: ReadonlyMap<string, ComponentLayer>,
): Inventory {
  const layer = layers.get(path)
  return layer
    ? { ...inventory, components: inventory.components.map((each) => ({ ...each, layer })) }
    : inventory
}
