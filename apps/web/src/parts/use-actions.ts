import { useNavigate } from '@tanstack/react-router'
import { useSession } from '../api/session.tsx'
import { paths } from '../paths.ts'
import { texts } from '../texts.ts'
import { chooseTheme, themes } from '../ui/theme.ts'
import type { PaletteItem } from './palette-model.ts'

const words = texts.palette.actions

/** What the palette can do besides going to a project or a vulnerability. */
export function useActions(onHelp: () => void): PaletteItem[] {
  const navigate = useNavigate()
  const { logOut } = useSession()
  const action = (label: string, run: () => void): PaletteItem => ({
    key: label,
    group: 'actions',
    label,
    run,
  })
  const go = (label: string, href: string) => action(label, () => void navigate({ href }))
  return [
    go(words.dashboard, paths.dashboard),
    go(words.settings, paths.settings),
    go(words.status, paths.status),
    go(words.faq, paths.faq),
    action(words.api, () => location.assign(paths.apiReference)),
    ...themes.map((theme) => action(words.theme[theme], () => chooseTheme(theme))),
    action(words.print, () => window.print()),
    action(words.help, onHelp),
    action(words.logout, logOut),
  ]
}
