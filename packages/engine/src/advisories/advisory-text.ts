import type { AdvisoryLink, AdvisoryRecord, AffectedPackage, Cvss } from './advisory.ts'
import { isCve } from './osv-links.ts'
import { bestCvss } from './osv-severity.ts'

/** The merged texts of an advisory's records. */
export interface AdvisoryText {
  /** Record ids. */
  ids: string[]
  /** All ids and aliases, record ids first. */
  aliases: string[]
  summary: string
  description: string
  cvss: Cvss | null
  cwes: string[]
  links: AdvisoryLink[]
  affected: AffectedPackage[]
}

/** Adds the ids and links of a distribution's updates that fix the vulnerability among others. */
export function withUpdates(
  text: AdvisoryText | undefined,
  updates: readonly (AdvisoryText | undefined)[],
): AdvisoryText {
  const own = text ?? joinTexts([])
  const ids = updates.flatMap((update) => update?.ids ?? [])
  const urls = new Set(own.links.map(({ url }) => url))
  const links = updates.flatMap((update) => update?.links ?? [])
  return {
    ...own,
    ids: [...new Set([...own.ids, ...ids])],
    aliases: [...new Set([...own.aliases, ...ids])],
    links: [...own.links, ...links.filter(({ url }) => !urls.has(url) && !isCve(url))],
  }
}

/** Merges the records of one cluster; withdrawn ones affect nothing. */
export function joinTexts(records: readonly AdvisoryRecord[]): AdvisoryText {
  const longest = records.toSorted((a, b) => b.details.length - a.details.length)[0]
  const links = new Map(
    records.flatMap((record) => record.links).map((link) => [`${link.type} ${link.url}`, link]),
  )
  const ids = records.map(({ id }) => id)
  const valid = records.filter(({ withdrawnAt }) => withdrawnAt === null)
  return {
    ids,
    aliases: [...new Set([...ids, ...records.flatMap(({ aliases }) => aliases)])],
    summary: longest?.summary ?? '',
    description: [longest?.summary, longest?.details].filter(Boolean).join('\n\n'),
    cvss: bestCvss(valid.map(({ cvss }) => cvss).filter((each) => each !== null)),
    cwes: [...new Set(records.flatMap(({ cwes }) => cwes))],
    links: [...links.values()],
    affected: valid.flatMap(({ affected }) => affected),
  }
}
