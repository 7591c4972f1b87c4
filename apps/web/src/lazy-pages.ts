import { lazyRouteComponent } from '@tanstack/react-router'
import { loadPart } from './api/outage.ts'

/** All pages but the dashboard are loaded on demand or preloaded on intent. */
export const ProjectPage = lazyRouteComponent(
  () => loadPart(() => import('./pages/project/page.tsx')),
  'ProjectPage',
)
export const RepositoryPage = lazyRouteComponent(
  () => loadPart(() => import('./pages/project/repository-page.tsx')),
  'RepositoryPage',
)
export const ProjectsPage = lazyRouteComponent(
  () => loadPart(() => import('./pages/projects/page.tsx')),
  'ProjectsPage',
)
export const VulnerabilityPage = lazyRouteComponent(
  () => loadPart(() => import('./pages/vulnerability/page.tsx')),
  'VulnerabilityPage',
)
export const VulnerabilitiesPage = lazyRouteComponent(
  () => loadPart(() => import('./pages/vulnerabilities/page.tsx')),
  'VulnerabilitiesPage',
)
export const ComponentsPage = lazyRouteComponent(
  () => loadPart(() => import('./pages/components/page.tsx')),
  'ComponentsPage',
)
export const LicensesPage = lazyRouteComponent(
  () => loadPart(() => import('./pages/licenses/page.tsx')),
  'LicensesPage',
)
export const FixesPage = lazyRouteComponent(
  () => loadPart(() => import('./pages/fixes/page.tsx')),
  'FixesPage',
)
export const FindingsPage = lazyRouteComponent(
  () => loadPart(() => import('./pages/findings/page.tsx')),
  'FindingsPage',
)
export const DecisionsPage = lazyRouteComponent(
  () => loadPart(() => import('./pages/decisions/page.tsx')),
  'DecisionsPage',
)
export const RuleHitsPage = lazyRouteComponent(
  () => loadPart(() => import('./pages/rule-hits/page.tsx')),
  'RuleHitsPage',
)
export const OverduePage = lazyRouteComponent(
  () => loadPart(() => import('./pages/overdue/page.tsx')),
  'OverduePage',
)
export const HistoryPage = lazyRouteComponent(
  () => loadPart(() => import('./pages/history/page.tsx')),
  'HistoryPage',
)
export const CasesPage = lazyRouteComponent(
  () => loadPart(() => import('./pages/cases/page.tsx')),
  'CasesPage',
)
export const CasePage = lazyRouteComponent(
  () => loadPart(() => import('./pages/cases/case-page.tsx')),
  'CasePage',
)
export const GroupsPage = lazyRouteComponent(
  () => loadPart(() => import('./pages/groups/page.tsx')),
  'GroupsPage',
)
export const GroupPage = lazyRouteComponent(
  () => loadPart(() => import('./pages/groups/group-page.tsx')),
  'GroupPage',
)
export const DocsPage = lazyRouteComponent(() => loadPart(() => import('./pages/docs/page.tsx')), 'DocsPage')
export const ReportsPage = lazyRouteComponent(
  () => loadPart(() => import('./pages/reports/page.tsx')),
  'ReportsPage',
)
export const JobsPage = lazyRouteComponent(() => loadPart(() => import('./pages/jobs/page.tsx')), 'JobsPage')
export const InboxPage = lazyRouteComponent(
  () => loadPart(() => import('./pages/inbox/page.tsx')),
  'InboxPage',
)
export const AssistantPage = lazyRouteComponent(
  () => loadPart(() => import('./pages/assistant/page.tsx')),
  'AssistantPage',
)
export const StatusPage = lazyRouteComponent(
  () => loadPart(() => import('./pages/status/page.tsx')),
  'StatusPage',
)
export const SettingsPage = lazyRouteComponent(
  () => loadPart(() => import('./pages/settings/all-sections/page.tsx')),
  'SettingsPage',
)
const mailed = () => loadPart(() => import('./pages/password/page.tsx'))
const unsubscribing = () => loadPart(() => import('./pages/unsubscribe/page.tsx'))
const text = () => loadPart(() => import('./pages/texts/page.tsx'))
export const UnknownPage = lazyRouteComponent(text, 'NotFoundPage')
export const PasswordPage = lazyRouteComponent(mailed, 'PasswordPage')
export const VerifyPage = lazyRouteComponent(mailed, 'VerifyPage')
export const UnsubscribePage = lazyRouteComponent(unsubscribing, 'UnsubscribePage')
export const PlansPage = lazyRouteComponent(text, 'PlansPage')
export const TermsPage = lazyRouteComponent(text, 'TermsPage')
export const PrivacyPage = lazyRouteComponent(text, 'PrivacyPage')
