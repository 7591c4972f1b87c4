import type { Issue, VexStatement } from '../inventory.ts'
import type { VexFormat } from '../vocabulary.ts'

/** Statements of one document, each on one product; a document with more is refused. */
export const maxVexStatements = 20_000

/** A product as a VEX document names it. */
export interface VexProduct {
  /** A package URL, with or without version, or another IRI. */
  id: string
  /** Its versions as a range, 'vers:npm/>=1.0.0|<2.0.0'; null: the id's version, or all. */
  versions: string | null
}

/** What a VEX document says of one product. */
export interface ProductStatement extends Pick<VexStatement, 'ids' | 'status' | 'justification' | 'detail'> {
  product: VexProduct
  /** The component of the product that the statement is on; null: the product itself. */
  subcomponent: VexProduct | null
  /** Epoch ms. */
  at: number
}

export interface VexDocument {
  format: VexFormat
  /** Its own identifier; '' when it has none. */
  id: string
  title: string
  author: string
  /** Epoch ms. */
  at: number
  statements: ProductStatement[]
}

/** document is null when nothing of it could be used; the issues then say why. */
export interface VexReading {
  document: VexDocument | null
  issues: Issue[]
}

/** The labels that OpenVEX and CSAF share: https://github.com/openvex/spec/blob/main/OPENVEX-SPEC.md#status-justifications */
export const vexJustifications = [
  'component_not_present',
  'vulnerable_code_not_present',
  'vulnerable_code_not_in_execute_path',
  'vulnerable_code_cannot_be_controlled_by_adversary',
  'inline_mitigations_already_exist',
] as const
