import type { QualityOfProfile } from '@assay/contract/document-quality.ts'

export type Rule = QualityOfProfile['rules'][number]

interface Lacking {
  id: string
  title: string
  /** For each list of elements, its rule; null if it does not ask for the element. */
  ofProfiles: (Rule | null)[]
  /** The first components without it; empty if it is one of the document. */
  examples: string[]
  /** Further ones. */
  more: number
}

const maxExamples = 3

/** The elements that a document lacks, each once, in the order of the lists. */
export function listLacking(profiles: readonly QualityOfProfile[]): Lacking[] {
  const ids = new Set(profiles.flatMap(({ rules }) => rules.map(({ id }) => id)))
  return [...ids].flatMap((id) => {
    const ofProfiles = profiles.map(({ rules }) => rules.find((rule) => rule.id === id) ?? null)
    const worst = ofProfiles.reduce((one, other) => (missingOf(other) > missingOf(one) ? other : one))
    if (!worst || missingOf(worst) === 0) return []
    const examples = worst.missing.slice(0, maxExamples)
    const more = worst.subject === 'document' ? 0 : missingOf(worst) - examples.length
    return { id, title: worst.title, ofProfiles, examples, more }
  })
}

const missingOf = (rule: Rule | null): number => (rule ? rule.of - rule.met : 0)
