import { minuteMs } from '@assay/engine/time.ts'
import { ecosystemName } from '@assay/engine/ecosystems/names.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { useSession } from '../../api/session.tsx'
import { paths } from '../../paths.ts'
import { distinct, type Searched } from './palette-model.ts'
import { useSettings } from './use-settings.ts'
import { usePermission } from '../use-permission.ts'
import { hrefOf } from '../views/views-model.ts'

/** Minimum length of the search text. */
const minLength = 2
const delayMs = 150
/** Maximum results per kind; versions of one package are grouped. */
const atOnce = 5
const projectsAtOnce = 8
const versionsAtOnce = 30

/** Searches the account. */
export function usePaletteSearch(text: string): Searched {
  const navigate = useNavigate()
  const go = (href: string) => () => void navigate({ href })
  const { isPending, projects, dependencies, vulnerabilities, members, teams, views } = useFound(text)
  const packages = distinct(dependencies, ({ ecosystem, name }) => `${ecosystem} ${name}`)
  return {
    isPending,
    projects:
      projects?.map(({ uuid, name }) => ({
        key: uuid,
        group: 'projects',
        label: name,
        run: go(paths.projectReport(uuid)),
      })) ?? null,
    components: packages.slice(0, atOnce).map(({ ecosystem, name }) => ({
      key: `component ${ecosystem} ${name}`,
      group: 'components',
      label: ecosystem === null ? name : `${name} (${ecosystemName(ecosystem) ?? ecosystem})`,
      run: () =>
        void navigate({
          to: paths.components,
          search: { q: name, ...(ecosystem !== null && { ecosystem }) },
        }),
    })),
    vulnerabilities: vulnerabilities.map(({ uuid, cve, displayId, summary }) => {
      const id = cve ?? uuid
      const label = [displayId, summary].filter((part) => part !== '').join(' · ')
      return { key: id, group: 'vulnerabilities', label, run: go(paths.vulnerabilityPage(id)) }
    }),
    members: members.map(({ uuid, name, email }) => ({
      key: `member ${uuid}`,
      group: 'members',
      label: name === email ? email : `${name} · ${email}`,
      run: go(paths.settingsOf('members')),
    })),
    teams: teams.map(({ uuid, name }) => ({
      key: `team ${uuid}`,
      group: 'teams',
      label: name,
      run: go(paths.settingsOf('teams')),
    })),
    views: views.map(({ uuid, list, name, criteria }) => ({
      key: `view ${uuid}`,
      group: 'views',
      label: name,
      run: () => void navigate({ href: hrefOf(list, criteria, Date.now()) }),
    })),
    settings: useSettings(),
  }
}

/** Skips searches without permission. */
function useFound(typed: string) {
  const hasPermission = usePermission()
  const { state } = useSession()
  const account = state.status === 'member' ? state.user.account : null
  const hasTeams = account?.features.includes('teams') ?? false
  const params = { accountUuid: account?.uuid ?? '' }
  const trimmed = typed.trim()
  const text = useDebounced(trimmed)
  const isWanted = text.length >= minLength
  const when = (isAllowed: boolean) => ({ enabled: isWanted && isAllowed, staleTime: minuteMs })
  const projects = useQuery({
    ...query(api.projects.page, { params, query: { text, limit: String(projectsAtOnce) } }),
    ...when(hasPermission('projects.read')),
  })
  const components = useQuery({
    ...query(api.insights.dependencies, { params, query: { name: text, limit: String(versionsAtOnce) } }),
    ...when(hasPermission('insights.read')),
  })
  const vulnerabilities = useQuery({
    ...query(api.openVulnerabilities.list, { params, query: { text, limit: String(atOnce) } }),
    ...when(hasPermission('insights.read')),
  })
  const members = useQuery({ ...query(api.members.list, { params }), ...when(hasPermission('members.read')) })
  const teams = useQuery({
    ...query(api.accounts.teams, { params }),
    ...when(hasTeams && hasPermission('teams.read')),
  })
  const views = useQuery({ ...query(api.savedViews.list, {}), ...when(true) })
  return {
    isPending:
      isWanted &&
      [projects, components, vulnerabilities, members, teams].some(({ isFetching }) => isFetching),
    projects:
      trimmed.length < minLength
        ? []
        : trimmed !== text || projects.isLoading
          ? null
          : (projects.data?.items ?? []),
    dependencies: components.data?.dependencies ?? [],
    vulnerabilities: vulnerabilities.data?.vulnerabilities ?? [],
    members: members.data ?? [],
    teams: teams.data ?? [],
    views: views.data ?? [],
  }
}

/** A debounced text. */
function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), delayMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
