import type { User } from '@assay/contract/users.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '../../api/session.tsx'
import { texts } from '../../messages/app.ts'
import { userMenu as messages } from '../../messages/user-menu.ts'
import { paths } from '../../paths.ts'
import { chooseTheme, themes, useTheme } from '../../ui/theme.ts'
import { CompactSelect } from '../../ui/compact-select.tsx'
import { ChooseLanguage } from '../language/choose-language.tsx'

const item =
  'flex w-full items-center cursor-pointer rounded-md px-2.5 py-1.5 text-left text-sm text-ink no-underline -outline-offset-2 hover:bg-hover'

interface Props {
  user: User
  onHelp: () => void
  onClose: () => void
}

export function UserMenuContent({ user, onHelp, onClose }: Props) {
  const { logOut } = useSession()
  const theme = useTheme()
  return (
    <>
      <div className="border-b border-line px-2.5 pt-1 pb-2">
        <div className="truncate font-medium">{user.name}</div>
        <div className="truncate text-xs text-soft">{user.email}</div>
        <div className="truncate text-xs text-soft">{messages.account(user.account.name)}</div>
      </div>
      <div className="grid gap-2 border-b border-line px-2.5 py-2.5">
        <Setting label={messages.theme.label}>
          <CompactSelect
            label={messages.theme.label}
            isLabelHidden
            value={theme}
            options={themes.map((each) => ({ value: each, label: messages.theme[each] }))}
            onChange={(value) => chooseTheme(themes.find((each) => each === value) ?? 'system')}
          />
        </Setting>
        <Setting label={messages.language}>
          <ChooseLanguage user={user} />
        </Setting>
      </div>
      <ul className="m-0 list-none p-0 pt-1">
        <li>
          <Link
            to={paths.settingsSection}
            params={{ section: 'security' }}
            className={item}
            onClick={onClose}
          >
            {messages.profile}
          </Link>
        </li>
        <li>
          <Link to={paths.settingsSection} params={{ section: 'account' }} className={item} onClick={onClose}>
            {texts.nav.settings}
          </Link>
        </li>
        <li>
          <button
            type="button"
            className={item}
            onClick={() => {
              onClose()
              onHelp()
            }}
          >
            {texts.nav.shortcuts}
          </button>
        </li>
        <li>
          <button type="button" className={item} onClick={logOut}>
            {texts.nav.logout}
          </button>
        </li>
      </ul>
    </>
  )
}

const Setting = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex items-center justify-between gap-3">
    <span aria-hidden className="text-sm text-soft">
      {label}
    </span>
    {children}
  </div>
)
