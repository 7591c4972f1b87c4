import type { OwnAdvisory } from '@assay/contract/own-advisories.ts'

export type Affected = OwnAdvisory['affected'][number]
type Range = Affected['ranges'][number]
type Versions = Pick<Affected, 'ranges' | 'versions'>

const everything: Range = { introduced: '0', fixed: null, lastAffected: null }

/** '>=1.0.0 <1.2.3, 2.0.0': ranges and single versions, separated by commas; '' for all. A part that is neither is named. */
export function parseVersions(text: string): Versions | { wrong: string } {
  const parts = text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.length === 0 || (parts.length === 1 && parts[0] === '*'))
    return { ranges: [everything], versions: [] }
  const read: Versions = { ranges: [], versions: [] }
  for (const part of parts) {
    const range = parseRange(part)
    const single = /^=?\s*([^\s<>=]+)$/.exec(part)?.[1]
    if (range) read.ranges.push(range)
    else if (single !== undefined && single !== '*') read.versions.push(single)
    else return { wrong: part }
  }
  return read
}

/** A lower bound, an upper one, or both in this order. */
function parseRange(part: string): Range | null {
  const pattern = /^(?:>=\s*(?<from>[^\s<>=]+))?\s*(?:(?<sign><=?)\s*(?<to>[^\s<>=]+))?$/
  const { from, sign, to } = pattern.exec(part)?.groups ?? {}
  if (from === undefined && to === undefined) return null
  return {
    introduced: from ?? '0',
    fixed: sign === '<' ? to! : null,
    lastAffected: sign === '<=' ? to! : null,
  }
}

/** The text that parseVersions reads. */
export function formatVersions({ ranges, versions }: Versions): string {
  const texts = ranges.map(({ introduced, fixed, lastAffected }) =>
    [
      ...(introduced === '0' ? [] : [`>=${introduced}`]),
      ...(fixed === null ? [] : [`<${fixed}`]),
      ...(lastAffected === null ? [] : [`<=${lastAffected}`]),
    ].join(' '),
  )
  const isAll = texts.length === 1 && texts[0] === '' && versions.length === 0
  return isAll ? '' : [...texts.map((text) => text || '>=0'), ...versions].join(', ')
}

type Reference = OwnAdvisory['references'][number]

/** 'FIX https://…' or an address alone, one a line. A line that is neither is named. */
export function parseReferences(
  text: string,
  types: readonly Reference['type'][],
): Reference[] | { wrong: string } {
  const references: Reference[] = []
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '') continue
    const [, word, url = ''] = /^(?:([A-Za-z]+)\s+)?(https?:\/\/\S+)$/.exec(line) ?? []
    const type = word === undefined ? 'WEB' : types.find((each) => each === word.toUpperCase())
    if (url === '' || type === undefined || !URL.canParse(url)) return { wrong: line }
    references.push({ type, url })
  }
  return references
}

export const formatReferences = (references: readonly Reference[]): string =>
  references.map(({ type, url }) => (type === 'WEB' ? url : `${type} ${url}`)).join('\n')
