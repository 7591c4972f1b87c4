const advisoryId = /\b(?:CVE-\d{4}-\d{4,19}|GHSA(?:-[\da-z]{4}){3}|MET-[\da-f]{8})\b/gi
const numbers = /(?<![\w.])v?(\d+(?:\.\d+)*)/gi
/** Fewer than three numbers may be a score or a percentage, and 25.11.2026 is a date. */
const isVersion = (number: string) =>
  /^\d+(?:\.\d+){2,}$/.test(number) && !/^\d{1,2}\.\d{1,2}\.\d{4}$/.test(number)

const kinds = [
  'open|known|new|other|further|remaining|earlier|ended|fixed|unfixed|exploited|distinct|different|such',
  'critical|high|medium|low|severity|direct|transitive',
  'offenen?|bekannten?|neuen?|weiteren?|kritischen?|hohen?|mittleren?|niedrigen?|behobenen?|ausgenutzten?',
].join('|')
/** '12 findings', '1,204 open critical vulnerabilities', '12 offene Schwachstellen'; not the 'first 3 findings'. */
const findingCount = new RegExp(
  String.raw`(?<![\w.,-])(?<!\b(?:top|first|last|next|ersten|letzten|nächsten)\s)(\d{1,3}(?:[,.]\d{3})+|\d+)(?:(?:[\s-]|, )(?:${kinds}))*\s(?:findings?|vulnerabilit(?:y|ies)|Schwachstellen?|Befunde?n?)(?!\p{L})`,
  'giu',
)

interface Evidence {
  /** All text given to the model. */
  read: string
  /** Number of facts the answer cites, which is an upper bound for counted findings. */
  cited: number
}

/** Advisories, versions and numbers of findings in an answer that nothing given to the model contains. */
export function unsupportedClaims(answer: string, { read, cited }: Evidence): string[] {
  const evidence = read.toLowerCase()
  const knownNumbers = new Set(numbersIn(evidence))
  const ids = [...answer.matchAll(advisoryId)]
    .map(([id]) => id.toUpperCase())
    .filter((id) => !evidence.includes(id.toLowerCase()))
  const versions = numbersIn(answer).filter((number) => isVersion(number) && !knownNumbers.has(number))
  const counts = [...answer.matchAll(findingCount)].flatMap(([text, number]) => {
    const digits = number!.replaceAll(/\D/g, '')
    return Number(digits) <= cited || knownNumbers.has(digits) ? [] : [text.replaceAll(/\s+/g, ' ')]
  })
  return [...new Set([...ids, ...versions, ...counts])]
}

const numbersIn = (text: string): string[] => [...text.matchAll(numbers)].map(([, number]) => number!)
