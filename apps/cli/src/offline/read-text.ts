import { type AdvisoryText, joinTexts } from '@assay/engine/advisories/advisory-text.ts'
import { readOsvRecord } from '@assay/engine/advisories/osv.ts'

/** The words of an advisory from its OSV documents. */
export function readText(documents: readonly string[]): AdvisoryText {
  const records = documents.map((text) => readOsvRecord(JSON.parse(text), '').record)
  return joinTexts(records.filter((record) => record !== null))
}
