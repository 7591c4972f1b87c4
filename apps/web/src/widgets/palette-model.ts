export interface PaletteItem {
  key: string
  group: 'actions' | 'projects' | 'vulnerabilities'
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
}

/** What the palette offers: without a text its actions, with one also projects, and the vulnerability it names. */
export function offered({ text, actions, projects, openVulnerability }: Found): PaletteItem[] {
  const typed = text.trim()
  if (typed === '') return [...actions]
  return [
    ...(isVulnerabilityId(typed) ? [openVulnerability(typed.toUpperCase())] : []),
    ...matching(projects, typed).slice(0, maxProjects),
    ...matching(actions, typed),
  ]
}

const isVulnerabilityId = (text: string) => /^(?:CVE-\d{4}-\d{4,}|GHSA(?:-\w{4}){3})$/i.test(text)
