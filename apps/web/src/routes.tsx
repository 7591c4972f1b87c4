import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { ComponentsSearch } from './pages/components/search.ts'
import { DashboardPage } from './pages/dashboard/page.tsx'
import { DashboardSearch, withoutDefaults } from './pages/dashboard/search.ts'
import { JobsSearch } from './pages/jobs/search.ts'
import { ReportSearch } from './pages/project/search.ts'
import { SettingsSearch } from './pages/settings/search.ts'
import { sectionOf, sections } from './pages/settings/sections.ts'
import { VulnerabilitySearch } from './pages/vulnerability/search.ts'
import { Page } from './page.tsx'
import { paths } from './paths.ts'

/** What is not the dashboard is loaded when one goes there, or is about to. */
const ProjectPage = lazyRouteComponent(() => import('./pages/project/page.tsx'), 'ProjectPage')
const VulnerabilityPage = lazyRouteComponent(
  () => import('./pages/vulnerability/page.tsx'),
  'VulnerabilityPage',
)
const ComponentsPage = lazyRouteComponent(() => import('./pages/components/page.tsx'), 'ComponentsPage')
const JobsPage = lazyRouteComponent(() => import('./pages/jobs/page.tsx'), 'JobsPage')
const StatusPage = lazyRouteComponent(() => import('./pages/status/page.tsx'), 'StatusPage')
const SettingsPage = lazyRouteComponent(
  () => import('./pages/settings/all-sections/page.tsx'),
  'SettingsPage',
)
const mailed = () => import('./pages/password/page.tsx')
const text = () => import('./pages/texts/page.tsx')

/** The whole app. What a page shows is in its URL. */
const root = createRootRoute({
  component: Page,
  notFoundComponent: lazyRouteComponent(text, 'NotFoundPage'),
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
    return (
      <DashboardPage
        search={dashboard.useSearch()}
        onSearch={(patch) =>
          void navigate({ search: (search) => ({ ...search, ...patch }), resetScroll: false })
        }
      />
    )
  },
})

const project = createRoute({
  getParentRoute: () => root,
  path: paths.projects,
  validateSearch: ReportSearch,
  component: function Project() {
    const navigate = project.useNavigate()
    return (
      <ProjectPage
        search={project.useSearch()}
        onSearch={(patch, { replace = false } = {}) =>
          void navigate({ search: (search) => ({ ...search, ...patch }), replace, resetScroll: false })
        }
      />
    )
  },
})

const components = createRoute({
  getParentRoute: () => root,
  path: paths.components,
  validateSearch: ComponentsSearch,
  component: function Components() {
    const navigate = components.useNavigate()
    return (
      <ComponentsPage
        search={components.useSearch()}
        onSearch={(patch, { replace = false } = {}) =>
          void navigate({ search: (search) => ({ ...search, ...patch }), replace, resetScroll: false })
        }
      />
    )
  },
})

const vulnerability = createRoute({
  getParentRoute: () => root,
  path: paths.vulnerabilities,
  validateSearch: VulnerabilitySearch,
  component: function Vulnerability() {
    const navigate = vulnerability.useNavigate()
    return (
      <VulnerabilityPage
        search={vulnerability.useSearch()}
        onSearch={(patch, { replace = false } = {}) =>
          void navigate({ search: (search) => ({ ...search, ...patch }), replace, resetScroll: false })
        }
      />
    )
  },
})

const api = createRoute({
  getParentRoute: () => root,
  path: paths.api,
  beforeLoad: () => {
    redirect({ href: paths.apiReference, reloadDocument: true, throw: true })
  },
})

const password = createRoute({
  getParentRoute: () => root,
  path: paths.password,
  component: lazyRouteComponent(mailed, 'PasswordPage'),
})
const verify = createRoute({
  getParentRoute: () => root,
  path: paths.verify,
  component: lazyRouteComponent(mailed, 'VerifyPage'),
})
const settings = createRoute({
  getParentRoute: () => root,
  path: paths.settings,
  beforeLoad: () => {
    redirect({ href: paths.settingsOf(sections[0]), throw: true })
  },
})

const settingsSection = createRoute({
  getParentRoute: () => root,
  path: paths.settingsSection,
  validateSearch: SettingsSearch,
  component: function Settings() {
    const navigate = settingsSection.useNavigate()
    return (
      <SettingsPage
        section={sectionOf(settingsSection.useParams().section)}
        search={settingsSection.useSearch()}
        onSearch={(patch) =>
          void navigate({ search: (search) => ({ ...search, ...patch }), resetScroll: false })
        }
      />
    )
  },
})

const status = createRoute({ getParentRoute: () => root, path: paths.status, component: StatusPage })
const jobs = createRoute({
  getParentRoute: () => root,
  path: paths.jobs,
  validateSearch: JobsSearch,
  component: function Jobs() {
    const navigate = jobs.useNavigate()
    return (
      <JobsPage
        search={jobs.useSearch()}
        onSearch={(search) => void navigate({ search, resetScroll: false })}
      />
    )
  },
})
const plans = createRoute({
  getParentRoute: () => root,
  path: paths.plans,
  component: lazyRouteComponent(text, 'PlansPage'),
})
const terms = createRoute({
  getParentRoute: () => root,
  path: paths.terms,
  component: lazyRouteComponent(text, 'TermsPage'),
})
const privacy = createRoute({
  getParentRoute: () => root,
  path: paths.privacy,
  component: lazyRouteComponent(text, 'PrivacyPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    dashboard,
    project,
    components,
    vulnerability,
    settings,
    settingsSection,
    password,
    verify,
    api,
    status,
    jobs,
    plans,
    terms,
    privacy,
  ]),
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
