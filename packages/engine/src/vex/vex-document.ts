import type { Issue, VexStatement } from '../inventory.ts'
import type { VexFormat } from '../vocabulary.ts'

/** Maximum statements per document, each on one product; larger documents are rejected. */
export const maxVexStatements = 20_000

/** A product in a VEX document. */
export interface VexProduct {
  /** A package URL, with or without version, a CPE, a BOM-Link, another IRI, or a name. */
  id: string
  /** Its versions as a range, 'vers:npm/>=1.0.0|<2.0.0'; null for the id's version, or all. */
  versions: string | null
  /** Its name, by which a product without a package URL is known, too. */
  name?: string
  /** The id is that of a component within the project's own SBOM. */
  isRef?: true
}

/** A VEX statement about one product. */
export interface ProductStatement extends Pick<VexStatement, 'ids' | 'status' | 'justification' | 'detail'> {
  product: VexProduct
  /** The component the statement is about; null for the product itself. */
  subcomponent: VexProduct | null
  /** Epoch ms. */
  at: number
}

export interface VexDocument {
  format: VexFormat
  /** Its own identifier; '' if it has none. */
  id: string
  title: string
  author: string
  /** Epoch ms. */
  at: number
  statements: ProductStatement[]
}

/** document is null if it contains nothing usable; the issues say why. */
export interface VexReading {
  document: VexDocument | null
  issues: Issue[]
}
