export interface PaletteItem {
  key: string
  group:
    | 'pages'
    | 'actions'
    | 'projects'
    | 'vulnerabilities'
    | 'components'
    | 'members'
    | 'teams'
    | 'views'
    | 'settings'
  label: string
  /** Also found by these. */
  words?: string
  run: () => void
}

/** Search results. Projects, components and vulnerabilities are already filtered by the server. */
export interface Searched {
  isPending: boolean
  /** null while they are searched. */
  projects: readonly PaletteItem[] | null
  components: readonly PaletteItem[]
  vulnerabilities: readonly PaletteItem[]
  members: readonly PaletteItem[]
  teams: readonly PaletteItem[]
  views: readonly PaletteItem[]
  settings: readonly PaletteItem[]
}

/** Maximum number of members, teams, views and settings each. */
const maxOthers = 6

/** Entries that contain every word, in any order; first those whose label does. */
export function matching<T extends Pick<PaletteItem, 'label' | 'words'>>(
  items: readonly T[],
  text: string,
): T[] {
  const typed = text.toLowerCase().split(/\s+/)
  const hasAll = (where: string) => typed.every((word) => where.toLowerCase().includes(word))
  const byLabel = Map.groupBy(items, ({ label }) => hasAll(label))
  const byWords = (byLabel.get(false) ?? []).filter(({ label, words }) => hasAll(`${label} ${words ?? ''}`))
  return [...(byLabel.get(true) ?? []), ...byWords]
}

/** Removes duplicates by name. */
export function distinct<T>(items: readonly T[], nameOf: (item: T) => string): T[] {
  const first = new Map<string, T>()
  for (const item of items) if (!first.has(nameOf(item))) first.set(nameOf(item), item)
  return [...first.values()]
}

interface Found {
  text: string
  actions: readonly PaletteItem[]
  searched: Searched
  openVulnerability: (id: string) => PaletteItem
  /** null without permission. */
  findComponents: ((text: string) => PaletteItem) | null
}

/** Entries of the palette: actions without a search text, otherwise everything that matches. */
export function offered({
  text,
  actions,
  searched,
  openVulnerability,
  findComponents,
}: Found): PaletteItem[] {
  const typed = text.trim()
  if (typed === '') return [...actions]
  const some = (items: readonly PaletteItem[]) => matching(items, typed).slice(0, maxOthers)
  const { projects, vulnerabilities, components, teams, members, views, settings } = searched
  return [
    // A complete id links to its vulnerability even if it is not open.
    ...(isVulnerabilityId(typed) && vulnerabilities.length === 0
      ? [openVulnerability(typed.toUpperCase())]
      : []),
    ...matching(actions, typed),
    ...some(settings),
    // Late results are appended, so that nothing moves under the pointer.
    ...(projects ?? []),
    ...(projects && findComponents && !isPartOfId(typed) ? [findComponents(typed)] : []),
    ...components,
    ...vulnerabilities,
    ...some(views),
    ...some(teams),
    ...some(members),
  ]
}

const isPartOfId = (text: string) => /^(?:CVE|GHSA|MET)-|^\d{4}-\d+$/i.test(text)

const isVulnerabilityId = (text: string) => /^(?:CVE-\d{4}-\d{4,}|GHSA(?:-\w{4}){3})$/i.test(text)
