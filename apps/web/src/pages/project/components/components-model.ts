import type { SortDirection } from '@assay/contract/metrics.ts'
import type { ComponentItem } from '@assay/contract/scans.ts'
import { ecosystemName } from '@assay/engine/ecosystems/names.ts'
import { lists } from '../../../messages/lists.ts'
import type { ReportSearch } from '../report/search.ts'
import { locale } from '../../../language/format.ts'

/** The newest version per step, nearest first. */
export const newerVersions = ['latestPatch', 'latestMinor', 'latestMajor'] as const
export type NewerVersion = (typeof newerVersions)[number]

export const isOutdated = ({ latestPatch, latestMinor, latestMajor }: ComponentItem): boolean =>
  (latestPatch ?? latestMinor ?? latestMajor) !== null

/** Components on the stability tab: outdated ones and those with warnings. */
export const isUnstable = (each: ComponentItem): boolean => isOutdated(each) || each.stability.length > 0

/** Counts as neither current nor outdated. */
export const hasUnknownReleases = ({ hasKnownReleases }: ComponentItem): boolean => !hasKnownReleases

export const hasLicenseProblem = ({ warnings, violations }: ComponentItem): boolean =>
  warnings.length > 0 || violations.length > 0

type Filters = Pick<ReportSearch, 'q' | 'license' | 'show'>

export function filterComponents(
  components: readonly ComponentItem[],
  { q = '', license, show }: Filters,
): ComponentItem[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return components.filter((component) => {
    if (license !== undefined && !licensesOf(component).includes(license)) return false
    if (show === 'problems' && !hasLicenseProblem(component)) return false
    if (show === 'direct' && component.isDirect !== true) return false
    const text = `${component.name}\n${component.version}\n${licensesOf(component).join('\n')}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Group of components without a license. */
export const noLicense = 'none'

const licensesOf = ({ licenses }: ComponentItem): string[] =>
  licenses.length === 0 ? [noLicense] : licenses.map(({ id }) => id)

/** Number of components per license, most frequent first. */
export function countLicenses(components: readonly ComponentItem[]): { license: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const license of components.flatMap(licensesOf)) counts.set(license, (counts.get(license) ?? 0) + 1)
  return [...counts]
    .map(([license, count]) => ({ license, count }))
    .sort((a, b) => b.count - a.count || (a.license < b.license ? -1 : 1))
}

/** Display name. */
export const ecosystemOf = ({ language }: Pick<ComponentItem, 'language'>): string =>
  ecosystemName(language) ?? lists.otherEcosystem

/** Columns of both lists with their sort keys. */
const keys = {
  ecosystem: ecosystemOf,
  scope: ({ scope }: ComponentItem) => scope,
  name: ({ name, version }: ComponentItem) => `${name}\n${version}`,
  step: (each: ComponentItem) => String(stepOf(each)),
  // In hundredths, because natural sorting compares integers.
  libyears: ({ libyears }: ComponentItem) => String(libyears === null ? 0 : 1 + Math.round(libyears * 100)),
  required: ({ isDirect }: ComponentItem) => (isDirect === true ? '0' : isDirect === false ? '1' : '2'),
  license: (each: ComponentItem) => licensesOf(each).join('\n'),
  verdict: ({ violations, warnings }: ComponentItem) =>
    violations.length > 0 ? '0' : warnings.length > 0 ? '1' : '2',
}
export type ComponentColumn = keyof typeof keys

/** The smallest step to a newer release: a patch is the easiest. */
function stepOf({ latestPatch, latestMinor, latestMajor }: ComponentItem): number {
  if (latestPatch !== null) return 0
  if (latestMinor !== null) return 1
  return latestMajor === null ? 3 : 2
}

const compareText = new Intl.Collator(locale, { numeric: true }).compare

export function sortComponents(
  components: readonly ComponentItem[],
  { sort, direction = 'asc' }: { sort: ComponentColumn; direction?: SortDirection | undefined },
): ComponentItem[] {
  const sign = direction === 'asc' ? 1 : -1
  return components.toSorted(
    (a, b) => sign * compareText(keys[sort](a), keys[sort](b)) || compareText(keys.name(a), keys.name(b)),
  )
}

export const isComponentColumn = (name: string | undefined): name is ComponentColumn =>
  name !== undefined && Object.hasOwn(keys, name)
