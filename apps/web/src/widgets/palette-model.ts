export interface PaletteItem {
  key: string
  group:
    | 'actions'
    | 'projects'
    | 'vulnerabilities'
    | 'components'
    | 'members'
    | 'teams'
    | 'views'
    | 'settings'
  label: string
  run: () => void
}

/** What was found in the account. The server has chosen components and vulnerabilities by the text. */
export interface Searched {
  isPending: boolean
  components: readonly PaletteItem[]
  vulnerabilities: readonly PaletteItem[]
  members: readonly PaletteItem[]
  teams: readonly PaletteItem[]
  views: readonly PaletteItem[]
  settings: readonly PaletteItem[]
}

/** How many projects are offered at once. */
const maxProjects = 8
/** Of members, teams, views and settings each. */
const maxOthers = 4

/** Those that have every word of the text, in any order. */
export function matching<T extends { label: string }>(items: readonly T[], text: string): T[] {
  const wanted = text.toLowerCase().split(/\s+/)
  return items.filter(({ label }) => {
    const has = label.toLowerCase()
    return wanted.every((word) => has.includes(word))
  })
}

/** The first of each name. */
export function distinct<T>(items: readonly T[], nameOf: (item: T) => string): T[] {
  const first = new Map<string, T>()
  for (const item of items) if (!first.has(nameOf(item))) first.set(nameOf(item), item)
  return [...first.values()]
}

interface Found {
  text: string
  actions: readonly PaletteItem[]
  projects: readonly PaletteItem[]
  searched: Searched
  openVulnerability: (id: string) => PaletteItem
  /** null for those who may not. */
  findComponents: ((text: string) => PaletteItem) | null
}

/** What the palette offers: without a text its actions, with one all that it may name, and where it is used. */
export function offered({
  text,
  actions,
  projects,
  searched,
  openVulnerability,
  findComponents,
}: Found): PaletteItem[] {
  const typed = text.trim()
  if (typed === '') return [...actions]
  const some = (items: readonly PaletteItem[]) => matching(items, typed).slice(0, maxOthers)
  const { vulnerabilities, components, teams, members, views, settings } = searched
  return [
    // A whole id leads there also where it is not open.
    ...(isVulnerabilityId(typed) && vulnerabilities.length === 0
      ? [openVulnerability(typed.toUpperCase())]
      : []),
    ...matching(projects, typed).slice(0, maxProjects),
    ...matching(actions, typed),
    ...some(settings),
    ...(findComponents && !isPartOfId(typed) ? [findComponents(typed)] : []),
    // What comes later stands last: nothing moves under the pointer.
    ...components,
    ...vulnerabilities,
    ...some(views),
    ...some(teams),
    ...some(members),
  ]
}

const isPartOfId = (text: string) => /^(?:CVE|GHSA|MET)-|^\d{4}-\d+$/i.test(text)

const isVulnerabilityId = (text: string) => /^(?:CVE-\d{4}-\d{4,}|GHSA(?:-\w{4}){3})$/i.test(text)
