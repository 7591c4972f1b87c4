import type { Component, ComponentScope, VexStatement } from '../../../inventory.ts'

/** What every version and syntax of SPDX says of a package; texts are '' where it says nothing. */
export interface SpdxPackage {
  id: string
  name: string
  version: string
  /** All package URLs among its external references. */
  purls: string[]
  /** Expressions, 'NONE' or 'NOASSERTION'. */
  licenseDeclared: string
  licenseConcluded: string
  copyright: string
  checksums: { algorithm: string; value: string }[]
  /** What its authors built it from: the source package of a distribution's. */
  source: Component['source']
  /** 'LIBRARY', 'FILE', 'CONTAINER'; in capitals. */
  purpose: string
  place: () => string
}

/** One relationship that matters here, turned so that from is what needs, holds or describes the other. */
export interface SpdxEdge {
  kind: 'depends' | 'contains' | 'describes'
  from: string
  to: string
  /** Absent: the relationship does not tell. */
  scope?: ComponentScope
  isOptional?: true
  place: () => string
}

/** A statement on packages that are named by their ids. */
export type SpdxVex = Omit<VexStatement, 'components'> & { packageIds: string[]; place: () => string }

/** An SPDX document, whatever its version and syntax. */
export interface SpdxDocument {
  /** 'SPDX 2.3'. */
  format: string
  packages: SpdxPackage[]
  edges: SpdxEdge[]
  /** Ids of what it describes, besides what its edges say. */
  describes: string[]
  /** Ids of the document, of its files and snippets: known, and no packages. */
  others: ReadonlySet<string>
  /** The names of licenses that it defines itself, by 'LicenseRef-…'. */
  licenseNames: ReadonlyMap<string, string>
  vex: SpdxVex[]
}

/** What an id leads to: a component's index, what is described, or what was left out. */
export type SpdxTargets = ReadonlyMap<string, number | 'root' | 'left-out'>
