import type { SourceDocument } from '@assay/engine/inventory.ts'
import { readJson } from '@assay/engine/documents/parsers/json-document.ts'
import { assessSbom, type SbomAssessment } from '@assay/engine/quality/assess-sbom.ts'
import { type SignatureCheck, type Trust, verifyDocument } from '@assay/engine/signatures/verify-document.ts'

export interface AssessCall {
  document: SourceDocument
  trust: Trust
  /** The Sigstore bundle beside it, if there is one. */
  bundle: SourceDocument | null
}

export interface Assessed {
  quality: SbomAssessment | null
  signature: SignatureCheck
}

/** Runs in a worker thread. */
export const assessDocument = ({ document, trust, bundle }: AssessCall): Assessed => ({
  quality: assessSbom(readJson(document).json),
  signature: verifyDocument(document, trust, bundle),
})
