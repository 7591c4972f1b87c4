/** Ends the name of the document with what a manifest comes to, after the manifest's own name. */
export const resolutionSuffix = '.assay-resolved.json'

export const isResolution = (path: string): boolean =>
  path.length > resolutionSuffix.length && path.endsWith(resolutionSuffix)

/** The manifest that a resolution stands for. */
export const manifestOf = (path: string): string =>
  isResolution(path) ? path.slice(0, -resolutionSuffix.length) : path
