import { readJson } from '../documents/parsers/json-document.ts'
import type { ScannedDocument, SourceDocument } from '../inventory.ts'
import { readFacts } from './assess-sbom.ts'
import { qualityProfiles, type QualityRule } from './profiles.ts'
import type { SbomFacts } from './sbom-facts.ts'
import { qualityProfileIds, type QualityProfileId } from '../vocabulary.ts'

/** An inventory of a hundred thousand components. */
export const maxAssessedBytes = 64 * 1024 * 1024

/**
 * Required elements that an SBOM lacks, as 'ntia-2021/supplier'. null if it cannot be assessed: neither CycloneDX nor
 * SPDX 2 as JSON, or too large.
 */
export function lacksOf(document: SourceDocument): string[] | null {
  if (document.bytes.length > maxAssessedBytes) return null
  const facts = readFacts(readJson(document).json)
  if (!facts) return null
  const isLacking = lackingIn(facts)
  return qualityProfiles.flatMap(({ id, rules }) => {
    const lacking = rules.filter(isLacking).map((rule) => rule.id)
    // A document of nothing has every element of its components, and still meets nothing.
    const isOfNothing = lacking.length === 0 && facts.components.length === 0
    return (isOfNothing ? ['components'] : lacking).map((name) => `${id}/${name}`)
  })
}

/** Whether a required element is not there, or not of every component. Profiles share rules, which are decided once. */
function lackingIn(facts: SbomFacts): (rule: QualityRule) => boolean {
  const { components, componentReader } = facts
  const decided = new Map<unknown, boolean>()
  return (rule) => {
    if ('ofDocument' in rule) return rule.ofDocument(facts) === false
    if (rule.isAdditional) return false
    const { ofComponent } = rule
    const isLacking =
      decided.get(ofComponent) ?? !components.every((each) => ofComponent(each, componentReader))
    decided.set(ofComponent, isLacking)
    return isLacking
  }
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
