import { isRecord, textOf } from '../documents/parsers/json-value.ts'
import { readCyclonedxFacts } from './cyclonedx-facts.ts'
import { type QualityProfile, qualityProfiles, type QualityRule } from './profiles.ts'
import type { SbomFacts } from './sbom-facts.ts'
import { readSpdxFacts } from './spdx-facts.ts'

export interface RuleAssessment {
  id: string
  title: string
  /** 'additional': it has to be there if it exists, so that lacking it fails nothing. */
  level: 'required' | 'additional'
  subject: 'document' | 'component'
  /** Of a document's rule, 0 or 1. */
  met: number
  /** Components, or 1; 0 if the format has no place for it. */
  of: number
  /** Components that lack it, the first 100. */
  missing: string[]
}

export interface ProfileAssessment {
  id: QualityProfile['id']
  title: string
  url: string
  /** Whether every required element is there. */
  isMet: boolean
  rules: RuleAssessment[]
}

export interface SbomAssessment {
  format: string
  components: number
  profiles: ProfileAssessment[]
}

const maxMissing = 100

/**
 * Assesses a parsed SBOM (CycloneDX or SPDX 2 as JSON) by the minimum elements of NTIA, CISA and BSI. Only says what is
 * there, not whether it is true. null for any other document.
 */
export function assessSbom(json: unknown): SbomAssessment | null {
  const facts = readFacts(json)
  return (
    facts && {
      format: `${facts.format} ${facts.formatVersion}`.trim(),
      components: facts.components.length,
      profiles: qualityProfiles.map((profile) => assessProfile(profile, facts)),
    }
  )
}

/** null if the document is none of the assessed formats. */
export function readFacts(json: unknown): SbomFacts | null {
  if (!isRecord(json)) return null
  if (textOf(json['bomFormat']) === 'CycloneDX') return readCyclonedxFacts(json)
  return textOf(json['spdxVersion']).startsWith('SPDX-2') ? readSpdxFacts(json) : null
}

function assessProfile({ rules, ...profile }: QualityProfile, facts: SbomFacts): ProfileAssessment {
  const assessed = rules.map((each) => assessRule(each, facts))
  const isMet = assessed.every(({ level, met, of }) => level === 'additional' || met === of)
  // A document of nothing has every element of its components.
  return { ...profile, isMet: isMet && facts.components.length > 0, rules: assessed }
}

function assessRule(rule: QualityRule, facts: SbomFacts): RuleAssessment {
  const { id, title } = rule
  const { components, componentReader } = facts
  if ('ofDocument' in rule) {
    const isMet = rule.ofDocument(facts)
    const counts = { met: isMet === true ? 1 : 0, of: isMet === null ? 0 : 1 }
    return { id, title, level: 'required', subject: 'document', ...counts, missing: [] }
  }
  const lacking = components.filter((component) => !rule.ofComponent(component, componentReader))
  return {
    id,
    title,
    level: rule.isAdditional ? 'additional' : 'required',
    subject: 'component',
    met: components.length - lacking.length,
    of: components.length,
    missing: lacking.slice(0, maxMissing).map(componentReader.label),
  }
}
