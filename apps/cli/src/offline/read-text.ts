import { type AdvisoryText, joinTexts } from '@assay/engine/advisories/advisory-text.ts'
import { readOsvRecord } from '@assay/engine/advisories/osv.ts'

/** The merged texts of an advisory's OSV documents. */
export function readText(documents: readonly string[]): AdvisoryText {
  const records = documents.map((text) => readOsvRecord(JSON.parse(text), '').record)
  return joinTexts(records.filter((record) => record !== null))
}
