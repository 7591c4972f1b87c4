import type { ComponentScope, VexStatement } from '../../../inventory.ts'
import type { SbomTarget } from '../component-list.ts'

/** The data of a package in any version and syntax of SPDX; strings are '' if absent. */
export interface SpdxPackage {
  id: string
  name: string
  version: string
  /** All package URLs in its external references. */
  purls: string[]
  /** Expressions, 'NONE' or 'NOASSERTION'. */
  licenseDeclared: string
  licenseConcluded: string
  copyright: string
  checksums: { algorithm: string; value: string }[]
  /** Where the package comes from: its source package, or the files that list it. */
  sourceInfo: string
  /** The address of its download, or 'NOASSERTION'. */
  download: string
  /** In capitals: 'LIBRARY', 'FILE', 'CONTAINER'. */
  purpose: string
  location: () => string
}

/** A relevant relationship, from dependent to dependency, from container to content or from document to package. */
export interface SpdxEdge {
  kind: 'depends' | 'contains' | 'describes'
  from: string
  to: string
  /** Absent if the relationship has no scope. */
  scope?: ComponentScope
  isOptional?: true
  location: () => string
}

/** A VEX statement with package ids instead of indexes. */
export type SpdxVex = Omit<VexStatement, 'components'> & { packageIds: string[]; location: () => string }

/** An SPDX document of any version and syntax. */
export interface SpdxDocument {
  /** 'SPDX 2.3'. */
  format: string
  packages: SpdxPackage[]
  edges: SpdxEdge[]
  /** Ids of described packages, in addition to those from edges. */
  describes: string[]
  /** Ids of the document, its files and snippets, which are not packages. */
  others: ReadonlySet<string>
  /** Names of licenses defined in the document, by 'LicenseRef-…'. */
  licenseNames: ReadonlyMap<string, string>
  vex: SpdxVex[]
}

export type SpdxTargets = ReadonlyMap<string, SbomTarget>
