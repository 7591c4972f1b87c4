import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { MembersOnly } from '../../../widgets/notices/members-only.tsx'
import { PageTitle } from '../../../widgets/lists/page-title.tsx'
import { type Section, sectionOf, sectionsFor } from '../../../widgets/navigation/settings-sections.ts'
import { useTitle } from '../../../widgets/use-title.ts'
import { paths } from '../../../paths.ts'
import { settings as messages } from '../../../messages/settings.ts'
import { ConfirmLogin } from '../reauthentication/confirm-login.tsx'
import { Accounts } from '../accounts/accounts.tsx'
import { Account } from '../account/account.tsx'
import { Audit } from '../audit/audit.tsx'
import { Integrations } from '../integrations/integrations.tsx'
import { ContinuousIntegration } from '../ci/ci.tsx'
import { Members } from '../members/members.tsx'
import { InfrastructurePolicies } from '../rules/infrastructure-policies.tsx'
import { Exclusions } from '../rules/exclusions.tsx'
import { Notifications } from '../notifications/notifications.tsx'
import { OwnAdvisories } from '../advisories/own-advisories.tsx'
import { Overrides } from '../overrides/overrides.tsx'
import { Policies } from '../rules/policies.tsx'
import { Images } from '../images/images.tsx'
import { Registries } from '../registries/registries.tsx'
import { Retention } from '../retention/retention.tsx'
import { Roles } from '../roles/roles.tsx'
import type { SectionProps } from '../search.ts'
import { Scim } from '../scim/scim.tsx'
import { Security } from '../security/security.tsx'
import { SignOn } from '../sign-on/sign-on.tsx'
import { Tags } from '../tags/tags.tsx'
import { Moving } from '../moving/moving.tsx'
import { TrustedKeys } from '../keys/trusted-keys.tsx'
import { Teams } from '../teams/teams.tsx'
import { useUser } from '../use-user.ts'

const parts: Record<Section, (props: SectionProps) => ReactNode> = {
  security: Security,
  account: Account,
  members: Members,
  teams: Teams,
  tags: Tags,
  policies: Policies,
  infrastructure: InfrastructurePolicies,
  exclusions: Exclusions,
  overrides: Overrides,
  advisories: OwnAdvisories,
  keys: TrustedKeys,
  notifications: Notifications,
  roles: Roles,
  sso: SignOn,
  scim: Scim,
  integrations: Integrations,
  registries: Registries,
  images: Images,
  ci: ContinuousIntegration,
  moving: Moving,
  audit: Audit,
  retention: Retention,
  accounts: Accounts,
}

interface Props extends SectionProps {
  /** Unknown names show the first one. */
  section: string
}

export function SettingsPage({ section: name, ...props }: Props) {
  const section = sectionOf(name)
  const { title, lead } = messages.sections[section]
  useTitle(title)
  const Part = parts[section]
  return (
    <MembersOnly>
      <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[11rem_minmax(0,1fr)]">
        <Sections current={section} />
        <div className="min-w-0">
          <PageTitle title={title} lead={lead} />
          <div className="grid grid-cols-1 gap-6">
            <Part {...props} />
            <ConfirmLogin />
          </div>
        </div>
      </div>
    </MembersOnly>
  )
}

/** A column, on narrow screens a row that scrolls to the current section. */
function Sections({ current }: { current: Section }) {
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>(`a[href$="/${current}"]`)
    if (nav.current && link)
      nav.current.scrollLeft = link.offsetLeft - (nav.current.clientWidth - link.offsetWidth) / 2
  }, [current])
  return (
    <nav
      ref={nav}
      aria-label={messages.label}
      className="relative -mx-2 flex gap-1 max-lg:overflow-x-auto max-lg:whitespace-nowrap lg:sticky lg:top-[calc(var(--navbar)+15px)] lg:grid lg:gap-4"
    >
      {sectionsFor(useUser()).map(({ group, sections }) => (
        <div
          key={group}
          role="group"
          aria-label={messages.groups[group]}
          className="flex gap-1 lg:grid lg:gap-px"
        >
          <div aria-hidden className="px-2 pb-1 text-xs font-medium text-soft max-lg:hidden">
            {messages.groups[group]}
          </div>
          {sections.map((section) => (
            <Link
              key={section}
              to={paths.settingsSection}
              params={{ section }}
              className="rounded-md px-2 py-1 text-sm text-soft no-underline hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-ink"
            >
              {messages.sections[section].title}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  )
}
