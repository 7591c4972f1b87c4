import { lazyRouteComponent } from '@tanstack/react-router'
import { loadPart } from './api/outage.ts'

/** Scripts that pages share: loaded beside that of the page, and run one after the other. */
const shared = [
  () => import('./api/client.ts'),
  () => import('./widgets/lists/list-page.tsx'),
  () => import('./widgets/live/new-scans.tsx'),
]

/** If one cannot be loaded, the page cannot, which says so. */
function loadPage<Part>(load: () => Promise<Part>): Promise<Part> {
  for (const part of shared) part().catch(() => undefined)
  return loadPart(load)
}

/** All pages but the dashboard are loaded on demand or preloaded on intent. */
export const ProjectPage = lazyRouteComponent(
  () => loadPage(() => import('./pages/project/page.tsx')),
  'ProjectPage',
)
export const RepositoryPage = lazyRouteComponent(
  () => loadPage(() => import('./pages/project/repository-page.tsx')),
  'RepositoryPage',
)
export const ProjectsPage = lazyRouteComponent(
  () => loadPage(() => import('./pages/projects/page.tsx')),
  'ProjectsPage',
)
export const VulnerabilityPage = lazyRouteComponent(
  () => loadPage(() => import('./pages/vulnerability/page.tsx')),
  'VulnerabilityPage',
)
export const VulnerabilitiesPage = lazyRouteComponent(
  () => loadPage(() => import('./pages/vulnerabilities/page.tsx')),
  'VulnerabilitiesPage',
)
export const ComponentsPage = lazyRouteComponent(
  () => loadPage(() => import('./pages/components/page.tsx')),
  'ComponentsPage',
)
export const LicensesPage = lazyRouteComponent(
  () => loadPage(() => import('./pages/licenses/page.tsx')),
  'LicensesPage',
)
export const FixesPage = lazyRouteComponent(
  () => loadPage(() => import('./pages/fixes/page.tsx')),
  'FixesPage',
)
export const FindingsPage = lazyRouteComponent(
  () => loadPage(() => import('./pages/findings/page.tsx')),
  'FindingsPage',
)
export const DecisionsPage = lazyRouteComponent(
  () => loadPage(() => import('./pages/decisions/page.tsx')),
  'DecisionsPage',
)
export const RuleHitsPage = lazyRouteComponent(
  () => loadPart(() => import('./pages/rule-hits/page.tsx')),
  'RuleHitsPage',
)
export const OverduePage = lazyRouteComponent(
  () => loadPage(() => import('./pages/overdue/page.tsx')),
  'OverduePage',
)
export const HistoryPage = lazyRouteComponent(
  () => loadPage(() => import('./pages/history/page.tsx')),
  'HistoryPage',
)
export const CasesPage = lazyRouteComponent(
  () => loadPage(() => import('./pages/cases/page.tsx')),
  'CasesPage',
)
export const CasePage = lazyRouteComponent(
  () => loadPage(() => import('./pages/cases/case-page.tsx')),
  'CasePage',
)
export const GroupsPage = lazyRouteComponent(
  () => loadPage(() => import('./pages/groups/page.tsx')),
  'GroupsPage',
)
export const GroupPage = lazyRouteComponent(
  () => loadPage(() => import('./pages/groups/group-page.tsx')),
  'GroupPage',
)
export const DocsPage = lazyRouteComponent(() => loadPage(() => import('./pages/docs/page.tsx')), 'DocsPage')
export const ReportsPage = lazyRouteComponent(
  () => loadPage(() => import('./pages/reports/page.tsx')),
  'ReportsPage',
)
export const JobsPage = lazyRouteComponent(() => loadPage(() => import('./pages/jobs/page.tsx')), 'JobsPage')
export const InboxPage = lazyRouteComponent(
  () => loadPage(() => import('./pages/inbox/page.tsx')),
  'InboxPage',
)
export const AssistantPage = lazyRouteComponent(
  () => loadPage(() => import('./pages/assistant/page.tsx')),
  'AssistantPage',
)
export const StatusPage = lazyRouteComponent(
  () => loadPage(() => import('./pages/status/page.tsx')),
  'StatusPage',
)
export const SettingsPage = lazyRouteComponent(
  () => loadPage(() => import('./pages/settings/all-sections/page.tsx')),
  'SettingsPage',
)
const mailed = () => loadPage(() => import('./pages/password/page.tsx'))
const unsubscribing = () => loadPage(() => import('./pages/unsubscribe/page.tsx'))
const text = () => loadPage(() => import('./pages/texts/page.tsx'))
export const UnknownPage = lazyRouteComponent(text, 'NotFoundPage')
export const PasswordPage = lazyRouteComponent(mailed, 'PasswordPage')
export const VerifyPage = lazyRouteComponent(mailed, 'VerifyPage')
export const UnsubscribePage = lazyRouteComponent(unsubscribing, 'UnsubscribePage')
export const PlansPage = lazyRouteComponent(text, 'PlansPage')
export const TermsPage = lazyRouteComponent(text, 'TermsPage')
export const PrivacyPage = lazyRouteComponent(text, 'PrivacyPage')
