/** One entry of a yarn.lock, of whichever generation. */
export interface YarnEntry {
  /** 'name@range', as others require it. */
  descriptors: string[]
  name: string
  version: string
  /** Where it leads when not to a registry: a range, a locator or an address. */
  source: string
  integrity: string
  /** The folder of the project that it stands for; null: it is a package. */
  folder: string | null
  needs: YarnNeed[]
  where: string
}

export interface YarnNeed {
  name: string
  range: string
  isOptional: boolean
}
