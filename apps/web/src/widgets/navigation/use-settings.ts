import { useNavigate } from '@tanstack/react-router'
import { useSession } from '../../api/session.tsx'
import { settings } from '../../messages/settings.ts'
import { settingTitles } from './setting-titles.ts'
import { paths } from '../../paths.ts'
import type { PaletteItem } from './palette-model.ts'
import { sectionsFor } from './settings-sections.ts'

/** The sections that the member may open, and each setting in them. */
export function useSettings(): PaletteItem[] {
  const navigate = useNavigate()
  const { state } = useSession()
  if (state.status !== 'member') return []
  const sections = sectionsFor(state.user).flatMap((group) => group.sections)
  return sections.flatMap((section) => {
    const { title, lead } = settings.sections[section]
    const { words, titles } = settingTitles[section]
    const item = (label: string, words: string): PaletteItem => ({
      key: `settings ${section} ${label}`,
      group: 'settings',
      label,
      words,
      run: () => void navigate({ href: paths.settingsOf(section) }),
    })
    return [item(title, `${lead} ${words}`), ...titles.map((each) => item(`${title} › ${each}`, words))]
  })
}
