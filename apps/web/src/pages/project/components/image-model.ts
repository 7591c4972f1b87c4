import type { ScanImage } from '@assay/contract/scan-image.ts'

/** Vulnerable components by what fixes them; null if it is not known which layers are of the base image. */
export function countFixes({ layers, base }: Pick<ScanImage, 'layers' | 'base'>) {
  if (!layers.some(({ isBase }) => isBase === true)) return null
  const count = (isOfBase: boolean) =>
    layers
      .filter(({ isBase }) => (isBase === true) === isOfBase)
      .reduce((sum, { vulnerable }) => sum + vulnerable, 0)
  return { own: count(false), base: count(true), hasNewerBase: base !== null && base.newest !== null }
}
