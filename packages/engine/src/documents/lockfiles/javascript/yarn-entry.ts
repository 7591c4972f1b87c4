import type { Manifest } from './package-json.ts'

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

export interface YarnProject {
  isClassic: boolean
  manifestOf(folder: string): Manifest | null
  /** Manifests of the members, if the project has any: Yarn 1 does not list them. */
  members(): Manifest[]
}

/** Component index by descriptor; null for folders of the project. */
export type Found = number | null | undefined

/** Finds the entry that a parent gets for a range. */
export type FindEntry = (name: string, range: string, parent: { name: string; version: string }) => Found
