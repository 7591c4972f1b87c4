import type { ProviderType } from '@assay/contract/vocabulary.ts'

/** Path of the server's address, '' without one. The page says it, so that one build is good for all. */
export const basePath = globalThis.document?.documentElement.dataset['base'] ?? ''
/** For plain links; the router adds the base to its own. */
export const hrefOf = (path: string): string => basePath + path
/** For commands and snippets. */
export const serverAddress = (): string => location.origin + basePath
/** The path of this page, without the base. */
export const currentPath = (): string => location.pathname.slice(basePath.length) || '/'

/** All internal links are created here. */
export const paths = {
  dashboard: '/dashboard',
  plans: '/plans',
  faq: '/plans#faq',
  status: '/status',
  jobs: '/jobs',
  /** The guide. */
  docs: '/docs',
  docsTopic: '/docs/$topic',
  whatsNew: '/docs/whats-new',
  inbox: '/inbox',
  assistant: '/assistant',
  assistantGuide: '/docs/assistant',
  api: '/api',
  apiReference: '/api/reference',
  terms: '/terms.html',
  privacy: '/gdpr.html',
  /** Target of emailed links, with the token in the fragment. */
  password: '/password',
  verify: '/verify',
  unsubscribe: '/unsubscribe',
  /** Starts a login at a single sign-on provider, the installation's or an account's own, and returns to a path. */
  signOn: (
    provider: ProviderType | 'header',
    { returnTo, account }: { returnTo: string; account: string | null },
  ) =>
    `/api/v1/sso/${provider}/start?${new URLSearchParams({ returnTo, ...(account !== null && { account }) })}`,
  settings: '/settings',
  settingsSection: '/settings/$section',
  settingsOf: (section: string) => `/settings/${section}`,
  projects: '/projects',
  groups: '/groups',
  group: '/groups/$groupUuid',
  groupOf: (groupUuid: string) => `/groups/${groupUuid}`,
  newProject: '/projects?add=true',
  components: '/components',
  licenses: '/licenses',
  reports: '/reports',
  /** Links used by other programs: a GitHub repository's report, and the use of a component. */
  repositoryReport: '/report/gh/$owner/$repo',
  component: '/components/$language/$name',
  fixes: '/fixes',
  findings: '/findings',
  /** What a policy rule hits. */
  ruleHits: '/policies/$ruleUuid/hits',
  decisions: '/decisions',
  overdue: '/overdue',
  /** The findings that the trend counts. */
  history: '/history',
  cases: '/cases',
  case: '/cases/$caseUuid',
  vulnerabilities: '/vulns',
  /** The bare view of a project, for embedding. */
  project: (projectUuid: string, branch: string) =>
    `/projects/?pid=${projectUuid}&branch=${encodeURIComponent(branch)}&mode=eli`,
  /** The same of its default branch. */
  bareProject: (projectUuid: string) => `/projects/?pid=${projectUuid}&mode=eli`,
  /** The report of one scan. */
  report: (projectUuid: string, reportUuid: string) =>
    `/projects?pid=${projectUuid}&reportUuid=${reportUuid}`,
  /** Why a project's score is what it is. */
  score: (projectUuid: string, reportUuid: string) =>
    `/projects?pid=${projectUuid}&reportUuid=${reportUuid}&tab=score`,
  projectReport: (projectUuid: string) => `/projects?pid=${projectUuid}`,
  vulnerabilityPage: (id: string) => `/vulns?id=${id}`,
  /** The bare view of a vulnerability, for embedding. */
  vulnerability: (adviceId: string) => `/vulns?id=${adviceId}&mode=eli`,
  contact: 'mailto:support@localhost',
} as const
