import type { Cvss } from './advisory.ts'
import type { Severity } from '../vocabulary.ts'
import { scoreCvss, severityOf } from './cvss.ts'
import { listOf, objectOf, textOf } from './osv-json.ts'
import type { JsonObject } from './osv-json.ts'

/** Terms used in feeds; 'moderate' is GitHub's, 'important' and 'negligible' come from Linux distributions. */
const WORDS: ReadonlyMap<string, Severity> = new Map([
  ['critical', 'critical'],
  ['high', 'high'],
  ['important', 'high'],
  ['medium', 'medium'],
  ['moderate', 'medium'],
  ['low', 'low'],
  ['minor', 'low'],
  ['negligible', 'low'],
  // Debian's: no impact on the packages as built.
  ['unimportant', 'none'],
  ['none', 'none'],
])

/** From the best vector of the document, otherwise from its rating, otherwise from bare scores. */
export function readSeverity(document: JsonObject): { cvss: Cvss | null; severity: Severity } {
  const holders = [document, ...listOf(document['affected']).map(objectOf)]
  const cvss = bestCvss(holders.flatMap(readVectors))
  if (cvss) return { cvss, severity: severityOf(cvss) }
  const severities = [...holders.flatMap(readWords), ...holders.flatMap(readNumbers)]
  return { cvss: null, severity: severities[0] ?? 'unknown' }
}

/** The rating in words, without those derived from scores; null if there is none. */
export const readRating = (holder: JsonObject): Severity | null => readWords(holder)[0] ?? null

/** The highest CVSS version, then the highest score; null for an empty list. */
export function bestCvss(all: readonly Cvss[]): Cvss | null {
  const best = all.toSorted((a, b) => Number(b.version) - Number(a.version) || b.score - a.score)
  return best[0] ?? null
}

function readVectors(holder: JsonObject): Cvss[] {
  const scores = listOf(holder['severity']).map((each) => objectOf(each)['score'])
  const own = objectOf(holder['database_specific'])['cvss']
  const vectors = [...scores, own, objectOf(own)['vectorString']].map(textOf)
  return vectors.map((text) => (text === '' ? null : scoreCvss(text))).filter((cvss) => cvss !== null)
}

function readWords(holder: JsonObject): Severity[] {
  const words = [
    objectOf(holder['database_specific'])['severity'],
    objectOf(holder['ecosystem_specific'])['severity'],
    objectOf(holder['ecosystem_specific'])['urgency'],
    objectOf(holder['ecosystem_specific'])['priority'],
    objectOf(holder['ecosystem_specific'])['ubuntu_priority'],
    ...listOf(holder['severity']).map((each) => objectOf(each)['score']),
    // AlmaLinux only has it in the summary: 'Important: firefox security update'.
    /^(\w+): /.exec(textOf(holder['summary']))?.[1],
  ]
  // Debian marks a preliminary urgency with asterisks: 'low**'.
  return words
    .map((word) => WORDS.get(textOf(word).toLowerCase().replace(/\*+$/, '')))
    .filter((word) => word !== undefined)
}

/** ruby-advisory-db publishes scores without vectors: sufficient for a rating, but not for a Cvss. */
function readNumbers(holder: JsonObject): Severity[] {
  const { cvss_v4: v4, cvss_v3: v3, cvss_v2: v2 } = objectOf(holder['database_specific'])
  const numbers = [
    { score: v4, version: '4.0' as const },
    { score: v3, version: '3.1' as const },
    { score: v2, version: '2.0' as const },
  ]
  return numbers.flatMap(({ score, version }) =>
    typeof score === 'number' && score >= 0 && score <= 10 ? [severityOf({ score, version })] : [],
  )
}
