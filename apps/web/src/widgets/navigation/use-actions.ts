import { useNavigate } from '@tanstack/react-router'
import { useSession } from '../../api/session.tsx'
import { hrefOf, paths } from '../../paths.ts'
import { texts } from '../../messages/app.ts'
import { palette } from '../../messages/palette.ts'
import { chooseTheme, themes } from '../../ui/theme.ts'
import { usePermission } from '../use-permission.ts'
import { destinations } from './destinations.ts'
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
  const open = (label: string, href: string): PaletteItem => ({
    key: href,
    group: 'pages',
    label,
    words: messages.goTo,
    run: () => void navigate({ href }),
  })
  return [
    ...destinations
      .filter(({ permission }) => permission === undefined || hasPermission(permission))
      .map(({ page, href, search }) =>
        open(texts.nav.pages[page], search?.snoozed ? `${href}?snoozed=true` : href),
      ),
    open(messages.assistant, paths.assistant),
    open(texts.nav.settings, paths.settings),
    open(texts.nav.status, paths.status),
    open(texts.nav.docs, paths.docs),
    open(texts.nav.faq, paths.faq),
    ...(hasPermission('projects.edit')
      ? [action(messages.addProject, () => void navigate({ href: paths.newProject }))]
      : []),
    action(messages.api, () => location.assign(hrefOf(paths.apiReference))),
    ...themes.map((theme) => action(messages.theme[theme], () => chooseTheme(theme))),
    action(messages.print, () => window.print()),
    action(messages.help, onHelp),
    action(messages.logout, logOut),
  ]
}
