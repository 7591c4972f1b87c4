export interface PaletteItem {
  key: string
  group: 'actions' | 'projects' | 'vulnerabilities' | 'components'
  label: string
  run: () => void
}

/** How many projects are offered at once. */
const maxProjects = 8

/** Those that have every word of the text, in any order. */
export function matching<T extends { label: string }>(items: readonly T[], text: string): T[] {
  const wanted = text.toLowerCase().split(/\s+/)
  return items.filter(({ label }) => {
    const has = label.toLowerCase()
    return wanted.every((word) => has.includes(word))
  })
}

interface Found {
  text: string
  actions: readonly PaletteItem[]
  projects: readonly PaletteItem[]
  openVulnerability: (id: string) => PaletteItem
  /** null for those who may not. */
  findComponents: ((text: string) => PaletteItem) | null
}

/** What the palette offers: without a text its actions, with one also projects, the vulnerability it names, and components. */
export function offered({
  text,
  actions,
  projects,
  openVulnerability,
  findComponents,
}: Found): PaletteItem[] {
  const typed = text.trim()
  if (typed === '') return [...actions]
  return [
    ...(isVulnerabilityId(typed) ? [openVulnerability(typed.toUpperCase())] : []),
    ...matching(projects, typed).slice(0, maxProjects),
    ...matching(actions, typed),
    ...(findComponents && !isVulnerabilityId(typed) ? [findComponents(typed)] : []),
  ]
}

const isVulnerabilityId = (text: string) => /^(?:CVE-\d{4}-\d{4,}|GHSA(?:-\w{4}){3})$/i.test(text)
