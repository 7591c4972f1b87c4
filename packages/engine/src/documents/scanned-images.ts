import type { Component, Inventory } from '../inventory.ts'
import { isNamedImage } from './components/image-kind.ts'

/** Leaves out images that files name if another document lists what is in them. */
export function withoutScannedImages(inventories: readonly Inventory[]): Inventory[] {
  const scanned = new Set(
    inventories.flatMap(({ root, documents = [] }) =>
      root !== null && documents.some(({ isSbom }) => isSbom) ? [`${root.name}\n${root.version}`] : [],
    ),
  )
  const isScanned = (component: Component) =>
    isNamedImage(component) &&
    [component.version, component.commit].some((version) => scanned.has(`${component.name}\n${version}`))
  return inventories.map((inventory) => {
    const { components } = inventory
    // Nothing requires an image, nor does it anything, so that no index changes its meaning.
    const isPlain = components.every(({ requiredBy }) => requiredBy.length === 0)
    return isPlain && components.some(isScanned)
      ? { ...inventory, components: components.filter((each) => !isScanned(each)) }
      : inventory
  })
}
