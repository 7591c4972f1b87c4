/** An entry of a yarn.lock of any version. */
export interface YarnEntry {
  /** 'name@range', as in the requirements of other packages. */
  descriptors: string[]
  name: string
  version: string
  /** The range, locator or URL it was resolved from if that is not a registry. */
  source: string
  /** The address of the archive; '' if it is not listed. */
  resolved: string
  integrity: string
  /** The folder of the project that it stands for; null for a package. */
  folder: string | null
  needs: YarnNeed[]
  where: string
}

export interface YarnNeed {
  name: string
  range: string
  isOptional: boolean
}
