import { type ComponentType, startTransition, useEffect, useState } from 'react'
import { loadPart } from './api/outage.ts'
import { texts } from './messages/app.ts'
import { Spinner } from './ui/spinner.tsx'

/** Scripts that pages share: loaded beside that of the page, and run one after the other. */
const shared = [
  () => import('./api/client.ts'),
  () => import('./widgets/lists/list-page.tsx'),
  () => import('./widgets/live/new-scans.tsx'),
]

/**
 * Shown as soon as its script is there, and preloaded by links to it. Not by Suspense, of which React shows the content
 * 300 ms after the spinner at the earliest.
 */
function lazyPage<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  let loaded: ComponentType<Props> | undefined
  const loadPage = async () => {
    // If one cannot be loaded, the page cannot, which says so.
    for (const part of shared) part().catch(() => undefined)
    loaded = (await loadPart(load))[name]
    delete LazyPage.preload
    return loaded
  }
  const LazyPage: ComponentType<Props> & { preload?: () => Promise<void> } = (props) => {
    const [state, setState] = useState<{ Page?: ComponentType<Props> | undefined; error?: Error }>({
      Page: loaded,
    })
    const { Page, error } = state
    useEffect(() => {
      if (Page) return
      loadPage().then(
        (Page) => startTransition(() => setState({ Page })),
        (error: Error) => setState({ error }),
      )
    }, [Page])
    if (error) throw error
    return Page ? <Page {...props} /> : <Spinner label={texts.loading} />
  }
  // An error is thrown by the page.
  LazyPage.preload = () =>
    loadPage().then(
      () => undefined,
      () => undefined,
    )
  return LazyPage
}

/** All pages but the dashboard are loaded on demand or preloaded on intent. */
export const ProjectPage = lazyPage(() => import('./pages/project/page.tsx'), 'ProjectPage')
export const RepositoryPage = lazyPage(() => import('./pages/project/repository-page.tsx'), 'RepositoryPage')
export const ProjectsPage = lazyPage(() => import('./pages/projects/page.tsx'), 'ProjectsPage')
export const VulnerabilityPage = lazyPage(() => import('./pages/vulnerability/page.tsx'), 'VulnerabilityPage')
export const VulnerabilitiesPage = lazyPage(
  () => import('./pages/vulnerabilities/page.tsx'),
  'VulnerabilitiesPage',
)
export const ComponentsPage = lazyPage(() => import('./pages/components/page.tsx'), 'ComponentsPage')
export const LicensesPage = lazyPage(() => import('./pages/licenses/page.tsx'), 'LicensesPage')
export const FixesPage = lazyPage(() => import('./pages/fixes/page.tsx'), 'FixesPage')
export const FindingsPage = lazyPage(() => import('./pages/findings/page.tsx'), 'FindingsPage')
export const DecisionsPage = lazyPage(() => import('./pages/decisions/page.tsx'), 'DecisionsPage')
export const RuleHitsPage = lazyPage(() => import('./pages/rule-hits/page.tsx'), 'RuleHitsPage')
export const OverduePage = lazyPage(() => import('./pages/overdue/page.tsx'), 'OverduePage')
export const HistoryPage = lazyPage(() => import('./pages/history/page.tsx'), 'HistoryPage')
export const CasesPage = lazyPage(() => import('./pages/cases/page.tsx'), 'CasesPage')
export const CasePage = lazyPage(() => import('./pages/cases/case-page.tsx'), 'CasePage')
export const GroupsPage = lazyPage(() => import('./pages/groups/page.tsx'), 'GroupsPage')
export const GroupPage = lazyPage(() => import('./pages/groups/group-page.tsx'), 'GroupPage')
export const DocsPage = lazyPage(() => import('./pages/docs/page.tsx'), 'DocsPage')
export const ReportsPage = lazyPage(() => import('./pages/reports/page.tsx'), 'ReportsPage')
export const JobsPage = lazyPage(() => import('./pages/jobs/page.tsx'), 'JobsPage')
export const InboxPage = lazyPage(() => import('./pages/inbox/page.tsx'), 'InboxPage')
export const AssistantPage = lazyPage(() => import('./pages/assistant/page.tsx'), 'AssistantPage')
export const StatusPage = lazyPage(() => import('./pages/status/page.tsx'), 'StatusPage')
export const SettingsPage = lazyPage(() => import('./pages/settings/all-sections/page.tsx'), 'SettingsPage')
const mailed = () => import('./pages/password/page.tsx')
const unsubscribing = () => import('./pages/unsubscribe/page.tsx')
const text = () => import('./pages/texts/page.tsx')
export const UnknownPage = lazyPage(text, 'NotFoundPage')
export const PasswordPage = lazyPage(mailed, 'PasswordPage')
export const VerifyPage = lazyPage(mailed, 'VerifyPage')
export const UnsubscribePage = lazyPage(unsubscribing, 'UnsubscribePage')
export const PlansPage = lazyPage(text, 'PlansPage')
export const TermsPage = lazyPage(text, 'TermsPage')
export const PrivacyPage = lazyPage(text, 'PrivacyPage')
