import { readJson } from '../documents/parsers/json-document.ts'
import type { ScannedDocument, SourceDocument } from '../inventory.ts'
import { assessSbom } from './assess-sbom.ts'
import { qualityProfileIds, type QualityProfileId } from '../vocabulary.ts'

/** An inventory of a hundred thousand components. */
export const maxAssessedBytes = 64 * 1024 * 1024

/**
 * Required elements that an SBOM lacks, as 'ntia-2021/supplier'. null if it cannot be assessed: neither CycloneDX nor
 * SPDX 2 as JSON, or too large.
 */
export function lacksOf(document: SourceDocument): string[] | null {
  if (document.bytes.length > maxAssessedBytes) return null
  const assessed = assessSbom(readJson(document).json)
  return (
    assessed &&
    assessed.profiles.flatMap(({ id, isMet, rules }) => {
      const lacking = rules.filter(({ level, met, of }) => level === 'required' && met < of)
      // A document of nothing has every element of its components, and still meets nothing.
      const names = lacking.length === 0 && !isMet ? ['components'] : lacking.map((rule) => rule.id)
      return names.map((name) => `${id}/${name}`)
    })
  )
}

export interface SbomQuality {
  /** Profiles of which no document lacks a required element. */
  met: QualityProfileId[]
  /** 'ntia-2021/supplier', sorted. */
  missing: string[]
}

/** Of the assessed documents of a scan; null without one. */
export function qualityOf(documents: readonly ScannedDocument[]): SbomQuality | null {
  const assessed = documents.flatMap(({ lacks }) => (lacks ? [lacks] : []))
  if (assessed.length === 0) return null
  const missing = [...new Set(assessed.flat())].toSorted()
  const met = qualityProfileIds.filter((id) => !missing.some((name) => name.startsWith(`${id}/`)))
  return { met, missing }
}
