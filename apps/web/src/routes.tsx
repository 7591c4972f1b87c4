import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import * as pages from './lazy-pages.tsx'
import { AssistantSearch } from './pages/assistant/search.ts'
import { CasesSearch } from './pages/cases/search.ts'
import { ComponentsSearch } from './pages/components/search.ts'
import { DashboardPage } from './pages/dashboard/page.tsx'
import { DashboardSearch, withoutDefaults } from './pages/dashboard/criteria/search.ts'
import { DecisionsSearch } from './pages/decisions/search.ts'
import { DocsSearch } from './pages/docs/search.ts'
import { FindingsSearch } from './pages/findings/search.ts'
import { FixesSearch } from './pages/fixes/search.ts'
import { JobsSearch } from './pages/jobs/search.ts'
import { LicensesSearch } from './pages/licenses/search.ts'
import { HistorySearch } from './pages/history/search.ts'
import { OverdueSearch } from './pages/overdue/search.ts'
import { RuleHitsSearch } from './pages/rule-hits/search.ts'
import { ReportSearch, withoutEmptyPid } from './pages/project/report/search.ts'
import { SettingsSearch } from './pages/settings/search.ts'
import { VulnerabilitySearch, withoutEmptyId } from './pages/vulnerability/search.ts'
import { Page } from './page.tsx'
import { basePath, hrefOf, paths } from './paths.ts'
import { parseSearch, stringifySearch } from './search-params.ts'
import { Spinner } from './ui/spinner.tsx'
import { ErrorNotice } from './widgets/notices/error-notice.tsx'
import { texts } from './messages/app.ts'

type Navigate = (options: {
  search: (search: object) => object
  replace: boolean
  resetScroll: boolean
}) => Promise<void>

/** Changes some search parameters of a page; without replace, the back button undoes it. */
const patching =
  (navigate: unknown) =>
  (patch: object, { replace = false } = {}): void =>
    void (navigate as Navigate)({
      search: (search) => ({ ...search, ...patch }),
      replace,
      resetScroll: false,
    })

/** The routes of the app. The state of a page is in its URL. */
const root = createRootRoute({
  component: Page,
  notFoundComponent: pages.UnknownPage,
})

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    redirect({ to: paths.dashboard, throw: true })
  },
})

const dashboard = createRoute({
  getParentRoute: () => root,
  path: paths.dashboard,
  validateSearch: DashboardSearch,
  search: { middlewares: [({ search, next }) => withoutDefaults(next(search))] },
  component: function Dashboard() {
    const navigate = dashboard.useNavigate()
    return <DashboardPage search={dashboard.useSearch()} onSearch={patching(navigate)} />
  },
})

const project = createRoute({
  getParentRoute: () => root,
  path: paths.projects,
  validateSearch: ReportSearch,
  search: { middlewares: [({ search, next }) => withoutEmptyPid(next(search))] },
  component: function Project() {
    const navigate = project.useNavigate()
    const search = project.useSearch()
    const onSearch = patching(navigate)
    return search.pid === '' ? (
      <pages.ProjectsPage search={search} onSearch={onSearch} />
    ) : (
      <pages.ProjectPage search={search} onSearch={onSearch} />
    )
  },
})

const components = createRoute({
  getParentRoute: () => root,
  path: paths.components,
  validateSearch: ComponentsSearch,
  component: function Components() {
    const navigate = components.useNavigate()
    return <pages.ComponentsPage search={components.useSearch()} onSearch={patching(navigate)} />
  },
})

const fixes = createRoute({
  getParentRoute: () => root,
  path: paths.fixes,
  validateSearch: FixesSearch,
  component: function Fixes() {
    const navigate = fixes.useNavigate()
    return <pages.FixesPage search={fixes.useSearch()} onSearch={patching(navigate)} />
  },
})

const groups = createRoute({ getParentRoute: () => root, path: paths.groups, component: pages.GroupsPage })
const group = createRoute({
  getParentRoute: () => root,
  path: paths.group,
  component: function Group() {
    return <pages.GroupPage {...group.useParams()} />
  },
})

const findings = createRoute({
  getParentRoute: () => root,
  path: paths.findings,
  validateSearch: FindingsSearch,
  component: function Findings() {
    const navigate = findings.useNavigate()
    return <pages.FindingsPage search={findings.useSearch()} onSearch={patching(navigate)} />
  },
})

const decisions = createRoute({
  getParentRoute: () => root,
  path: paths.decisions,
  validateSearch: DecisionsSearch,
  component: function Decisions() {
    const navigate = decisions.useNavigate()
    return (
      <pages.DecisionsPage
        search={decisions.useSearch()}
        onSearch={(patch) => void navigate({ search: patch, resetScroll: false })}
      />
    )
  },
})

const ruleHits = createRoute({
  getParentRoute: () => root,
  path: paths.ruleHits,
  validateSearch: RuleHitsSearch,
  component: function RuleHits() {
    const navigate = ruleHits.useNavigate()
    const search = { ...ruleHits.useSearch(), ...ruleHits.useParams() }
    return <pages.RuleHitsPage search={search} onSearch={patching(navigate)} />
  },
})

const overdue = createRoute({
  getParentRoute: () => root,
  path: paths.overdue,
  validateSearch: OverdueSearch,
  component: function Overdue() {
    const navigate = overdue.useNavigate()
    return <pages.OverduePage search={overdue.useSearch()} onSearch={patching(navigate)} />
  },
})

const history = createRoute({
  getParentRoute: () => root,
  path: paths.history,
  validateSearch: HistorySearch,
  component: function History() {
    const navigate = history.useNavigate()
    return <pages.HistoryPage search={history.useSearch()} onSearch={patching(navigate)} />
  },
})

const cases = createRoute({
  getParentRoute: () => root,
  path: paths.cases,
  validateSearch: CasesSearch,
  component: pages.CasesPage,
})
const oneCase = createRoute({ getParentRoute: () => root, path: paths.case, component: pages.CasePage })

const licenses = createRoute({
  getParentRoute: () => root,
  path: paths.licenses,
  validateSearch: LicensesSearch,
  component: function Licenses() {
    const navigate = licenses.useNavigate()
    return <pages.LicensesPage search={licenses.useSearch()} onSearch={patching(navigate)} />
  },
})

const component = createRoute({
  getParentRoute: () => root,
  path: paths.component,
  beforeLoad: ({ params: { language, name } }) => {
    // As in the API, '|' stands for '/' in a name.
    const search = { ecosystem: language, q: name.replaceAll('|', '/') }
    redirect({ to: paths.components, search, replace: true, throw: true })
  },
})

const repositoryReport = createRoute({
  getParentRoute: () => root,
  path: paths.repositoryReport,
  component: function RepositoryReport() {
    return <pages.RepositoryPage {...repositoryReport.useParams()} />
  },
})

const vulnerability = createRoute({
  getParentRoute: () => root,
  path: paths.vulnerabilities,
  validateSearch: VulnerabilitySearch,
  search: { middlewares: [({ search, next }) => withoutEmptyId(next(search))] },
  component: function Vulnerability() {
    const navigate = vulnerability.useNavigate()
    const search = vulnerability.useSearch()
    const onSearch = patching(navigate)
    return search.id === '' ? (
      <pages.VulnerabilitiesPage search={search} onSearch={onSearch} />
    ) : (
      <pages.VulnerabilityPage search={search} onSearch={onSearch} />
    )
  },
})

const api = createRoute({
  getParentRoute: () => root,
  path: paths.api,
  beforeLoad: () => {
    redirect({ href: hrefOf(paths.apiReference), reloadDocument: true, throw: true })
  },
})

const password = createRoute({
  getParentRoute: () => root,
  path: paths.password,
  component: pages.PasswordPage,
})
const verify = createRoute({
  getParentRoute: () => root,
  path: paths.verify,
  component: pages.VerifyPage,
})
const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: paths.unsubscribe,
  component: pages.UnsubscribePage,
})
const settings = createRoute({
  getParentRoute: () => root,
  path: paths.settings,
  beforeLoad: () => {
    redirect({ href: paths.settingsOf('security'), throw: true })
  },
})

const settingsSection = createRoute({
  getParentRoute: () => root,
  path: paths.settingsSection,
  validateSearch: SettingsSearch,
  component: function Settings() {
    const navigate = settingsSection.useNavigate()
    return (
      <pages.SettingsPage
        section={settingsSection.useParams().section}
        search={settingsSection.useSearch()}
        onSearch={patching(navigate)}
      />
    )
  },
})

const status = createRoute({ getParentRoute: () => root, path: paths.status, component: pages.StatusPage })
const reports = createRoute({ getParentRoute: () => root, path: paths.reports, component: pages.ReportsPage })
const jobs = createRoute({
  getParentRoute: () => root,
  path: paths.jobs,
  validateSearch: JobsSearch,
  component: function Jobs() {
    const navigate = jobs.useNavigate()
    return (
      <pages.JobsPage
        search={jobs.useSearch()}
        onSearch={(search) => void navigate({ search, resetScroll: false })}
      />
    )
  },
})
const docs = createRoute({
  getParentRoute: () => root,
  path: paths.docs,
  validateSearch: DocsSearch,
  beforeLoad: ({ search }) => {
    redirect({ to: paths.docsTopic, params: { topic: 'first-scan' }, search, replace: true, throw: true })
  },
})
const docsTopic = createRoute({
  getParentRoute: () => root,
  path: paths.docsTopic,
  validateSearch: DocsSearch,
  component: function Docs() {
    const navigate = docsTopic.useNavigate()
    const { topic } = docsTopic.useParams()
    return (
      <pages.DocsPage
        topic={topic}
        unknown={<pages.UnknownPage />}
        search={docsTopic.useSearch()}
        onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
      />
    )
  },
})
const inbox = createRoute({ getParentRoute: () => root, path: paths.inbox, component: pages.InboxPage })
const assistant = createRoute({
  getParentRoute: () => root,
  path: paths.assistant,
  validateSearch: AssistantSearch,
  component: function Assistant() {
    const navigate = assistant.useNavigate()
    return (
      <pages.AssistantPage
        search={assistant.useSearch()}
        onSearch={(search) => void navigate({ search, resetScroll: false })}
      />
    )
  },
})
const plans = createRoute({
  getParentRoute: () => root,
  path: paths.plans,
  component: pages.PlansPage,
})
const terms = createRoute({
  getParentRoute: () => root,
  path: paths.terms,
  component: pages.TermsPage,
})
const privacy = createRoute({
  getParentRoute: () => root,
  path: paths.privacy,
  component: pages.PrivacyPage,
})

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    dashboard,
    project,
    components,
    licenses,
    component,
    repositoryReport,
    reports,
    fixes,
    findings,
    decisions,
    ruleHits,
    overdue,
    history,
    cases,
    oneCase,
    groups,
    group,
    vulnerability,
    settings,
    settingsSection,
    password,
    unsubscribe,
    verify,
    api,
    status,
    jobs,
    docs,
    docsTopic,
    inbox,
    assistant,
    plans,
    terms,
    privacy,
  ]),
  basepath: basePath,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  /** Shown while a page's script loads, which waits for an unavailable server. */
  defaultPendingComponent: () => <Spinner label={texts.loading} />,
  /** Within the persistent layout. */
  defaultErrorComponent: ({ error, reset }) => (
    <ErrorNotice title={texts.pageFailed} error={error} onRetry={reset} />
  ),
  scrollRestoration: true,
})
