import type { AdvisoryLink } from './advisory.ts'
import type { LinkType } from '../vocabulary.ts'
import { listOf, objectOf, textOf } from './osv-json.ts'
import type { JsonObject } from './osv-json.ts'

const MAX_LINKS = 100
const MAX_URL_LENGTH = 2000

/** References of any other type become INFO. */
const TYPES: ReadonlyMap<string, LinkType> = new Map([
  ['FIX', 'FIX'],
  ['REPORT', 'BUGTRACKER'],
  ['ADVISORY', 'ANNOUNCE'],
])

/** CVE and NVD for each CVE id, then the references; http and https only, deduplicated, at most 100. */
export function readLinks(document: JsonObject, ids: readonly string[]): AdvisoryLink[] {
  const cves = ids.filter(isCve)
  const links: AdvisoryLink[] = cves.flatMap((cve) => [
    { type: 'CVE', url: cve },
    { type: 'NVD', url: cve },
  ])
  const seen = new Set<string>()
  for (const reference of listOf(document['references'])) {
    const { type, url } = objectOf(reference)
    const address = textOf(url)
    if (links.length >= MAX_LINKS || seen.has(address) || !isWebAddress(address)) continue
    seen.add(address)
    links.push({ type: TYPES.get(textOf(type)) ?? 'INFO', url: address })
  }
  return links
}

export function isCve(id: string): boolean {
  return /^CVE-\d{4}-\d{4,19}$/.test(id)
}

/** Links are shown to users, so schemes such as 'javascript:' must be dropped. */
function isWebAddress(text: string): boolean {
  return text.length <= MAX_URL_LENGTH && /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text)
}
