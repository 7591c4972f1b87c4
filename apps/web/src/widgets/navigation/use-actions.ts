import { useNavigate } from '@tanstack/react-router'
import { useSession } from '../../api/session.tsx'
import { paths } from '../../paths.ts'
import { palette } from '../../messages/palette.ts'
import { chooseTheme, themes } from '../../ui/theme.ts'
import { usePermission } from '../use-permission.ts'
import type { PaletteItem } from './palette-model.ts'

const messages = palette.actions

/** The palette's actions. */
export function useActions(onHelp: () => void): PaletteItem[] {
  const navigate = useNavigate()
  const { logOut } = useSession()
  const hasPermission = usePermission()
  const action = (label: string, run: () => void): PaletteItem => ({
    key: label,
    group: 'actions',
    label,
    run,
  })
  const go = (label: string, href: string) => action(label, () => void navigate({ href }))
  return [
    go(messages.dashboard, paths.dashboard),
    go(messages.projects, paths.projects),
    ...(hasPermission('projects.edit') ? [go(messages.addProject, paths.newProject)] : []),
    go(messages.fixes, paths.fixes),
    go(messages.vulnerabilities, paths.vulnerabilities),
    go(messages.overdue, paths.overdue),
    go(messages.components, paths.components),
    go(messages.licenses, paths.licenses),
    go(messages.reports, paths.reports),
    go(messages.inbox, paths.inbox),
    go(messages.assistant, paths.assistant),
    go(messages.settings, paths.settings),
    go(messages.status, paths.status),
    go(messages.docs, paths.docs),
    go(messages.faq, paths.faq),
    action(messages.api, () => location.assign(paths.apiReference)),
    ...themes.map((theme) => action(messages.theme[theme], () => chooseTheme(theme))),
    action(messages.print, () => window.print()),
    action(messages.help, onHelp),
    action(messages.logout, logOut),
  ]
}
