import type { QualityOfProfile } from '@assay/contract/document-quality.ts'

export type Rule = QualityOfProfile['rules'][number]

interface Lacking {
  id: string
  title: string
  /** For each list of elements, its rule; null if it does not ask for the element. */
  ofProfiles: (Rule | null)[]
  /** The first components without it; empty if it is one of the document, or no component has it. */
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
    // If none has it, the count says so.
    const examples = worst.met === 0 ? [] : worst.missing.slice(0, maxExamples)
    const more = examples.length === 0 ? 0 : missingOf(worst) - examples.length
    return { id, title: worst.title, ofProfiles, examples, more }
  })
}

const missingOf = (rule: Rule | null): number => (rule ? rule.of - rule.met : 0)
