import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { DashboardPage } from './pages/dashboard/page.tsx'
import { DashboardSearch, withoutDefaults } from './pages/dashboard/search.ts'
import { ProjectPage } from './pages/project/page.tsx'
import { StatusPage } from './pages/status/page.tsx'
import { NotFoundPage, PlansPage, PrivacyPage, TermsPage } from './pages/texts/page.tsx'
import { Page } from './parts/page.tsx'
import { paths } from './paths.ts'

/** The whole app. What a page shows is in its URL. */
const root = createRootRoute({ component: Page, notFoundComponent: NotFoundPage })

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
  validateSearch: z.object({
    pid: z.string().catch(''),
    branch: z.string().optional(),
    mode: z.string().optional(),
  }),
  component: function Project() {
    return <ProjectPage {...project.useSearch()} />
  },
})

const api = createRoute({
  getParentRoute: () => root,
  path: paths.api,
  beforeLoad: () => {
    redirect({ href: paths.apiReference, reloadDocument: true, throw: true })
  },
})

const status = createRoute({ getParentRoute: () => root, path: paths.status, component: StatusPage })
const plans = createRoute({ getParentRoute: () => root, path: paths.plans, component: PlansPage })
const terms = createRoute({ getParentRoute: () => root, path: paths.terms, component: TermsPage })
const privacy = createRoute({ getParentRoute: () => root, path: paths.privacy, component: PrivacyPage })

export const router = createRouter({
  routeTree: root.addChildren([home, dashboard, project, api, status, plans, terms, privacy]),
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
