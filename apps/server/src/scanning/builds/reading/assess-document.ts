import type { SourceDocument } from '@assay/engine/inventory.ts'
import { readJson } from '@assay/engine/documents/parsers/json-document.ts'
import { assessSbom, type SbomAssessment } from '@assay/engine/quality/assess-sbom.ts'

/** Runs in a worker thread. */
export const assessDocument = (document: SourceDocument): SbomAssessment | null =>
  assessSbom(readJson(document).json)
